import { type ConverserError, fault } from '../../converser/ground/errors.ts';

export function keyRevoked(client: string): ConverserError {
  return fault(
    'key-revoked',
    `The key “${client}” was revoked, so this request was stopped. Copy the current key from Converser.`,
  );
}
