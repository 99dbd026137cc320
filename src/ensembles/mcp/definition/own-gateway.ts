import { isLoopback } from '../../../converser/ground/addresses.ts';
import type { ServerTransport } from './server-definition.ts';

/**
 * Whether a server is a gateway of Converser's on this machine, as “Add Converser to…” writes it for other programs.
 * Read from the same files, it would offer Converser its own tools.
 */
export function isOwnGateway(transport: ServerTransport): boolean {
  if (transport.kind === 'stdio' || !isLoopback(transport.url)) return false;
  return Object.entries(transport.headers).some(
    ([name, value]) => /^authorization$/i.test(name) && /^Bearer +converser-/i.test(value),
  );
}
