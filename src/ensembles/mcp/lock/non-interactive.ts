import type { ServerHandlers } from '../connection/connection-ports.ts';

/**
 * Somebody who can be asked everything and answers nothing: a server shows them all that it shows to anybody, and so
 * a lock can be checked, and made, where no person is.
 */
export const onlooker: Pick<ServerHandlers, 'elicit' | 'sample'> = {
  elicit: async () => ({ action: 'cancel' }),
  sample: () => Promise.reject(new Error('Nobody is here who could be asked.')),
};
