import type { Ensemble } from './ensemble.ts';

/** One of our ensembles, whose tools never change and need no connection. */
export function fixedEnsemble(
  about: Pick<Ensemble, 'name' | 'title' | 'description' | 'invokers'>,
): Ensemble {
  return {
    ...about,
    origin: 'shipped',
    enabled: true,
    state: { status: 'ready' },
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => {} }),
  };
}
