import { isLoopback } from '../../../converser/ground/addresses.ts';
import type { ServerTransport } from './server-definition.ts';

/** “Add Converser to…” writes such entries; reading them, Converser would offer itself its own tools. */
export function isOwnGateway(transport: ServerTransport): boolean {
  if (transport.kind === 'stdio' || !isLoopback(transport.url)) return false;
  return Object.entries(transport.headers).some(
    ([name, value]) => /^authorization$/i.test(name) && /^Bearer +converser-/i.test(value),
  );
}
