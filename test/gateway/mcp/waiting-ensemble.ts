import { once } from 'node:events';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';

export interface WaitingEnsemble {
  /** With the one tool `wait`, which ends only when it is stopped. */
  readonly ensemble: Ensemble;
  /** Resolves with the first call. */
  readonly started: Promise<void>;
  /** Resolves when the first call was stopped. */
  readonly stopped: Promise<void>;
}

export function waitingEnsemble(): WaitingEnsemble {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const ensemble = createFakeEnsemble('patience', {
    wait: async (_args, { signal }) => {
      started.resolve();
      if (!signal.aborted) await once(signal, 'abort');
      stopped.resolve();
      return 'stopped';
    },
  });
  return { ensemble, started: started.promise, stopped: stopped.promise };
}
