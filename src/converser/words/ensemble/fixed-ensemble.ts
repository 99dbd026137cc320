import type { Ensemble } from './ensemble.ts';

/** There is nothing to connect. */
export function fixedEnsemble(
  about: Pick<Ensemble, 'name' | 'title' | 'description' | 'origin' | 'invokers'>,
): Ensemble {
  return {
    ...about,
    enabled: true,
    state: { status: 'ready' },
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => {} }),
  };
}
