import { type ConverserError, fault } from '../../converser/ground/errors.ts';

/** @param client the program that used the key */
export function keyRevoked(client: string): ConverserError {
  return fault(
    'key-revoked',
    `The key “${client}” was revoked, so this request was stopped. Copy the current key from Converser.`,
  );
}
