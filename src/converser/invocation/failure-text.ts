import type { Failure } from '../canister/canister.ts';

/** A failure as a model reads it: on wires that cannot mark a result as failed, the words must say so. */
export function failureForModel({ kind, message }: Failure): string {
  switch (kind) {
    case 'validation':
      return `Not called: ${message}`;
    case 'unknown-invoker':
      return `Not called: ${message}`;
    case 'permission':
      return `Not allowed: ${message}`;
    case 'timeout':
      return `Timed out: ${message}`;
    case 'network':
      return `Failed, no connection: ${message}`;
    case 'execution':
      return `Failed: ${message}`;
    case 'cancelled':
      return `Stopped: ${message}`;
  }
}
