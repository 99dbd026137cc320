import type { ServerHandlers } from './connection-ports.ts';

/**
 * Handlers that can be asked everything and answer nothing. A server lists all its tools for them, so that a lock can
 * be made and checked without a user.
 */
export const silentUser: Pick<ServerHandlers, 'elicit' | 'sample'> = {
  elicit: async () => ({ action: 'cancel' }),
  sample: () => Promise.reject(new Error('There is no user to ask.')),
};
