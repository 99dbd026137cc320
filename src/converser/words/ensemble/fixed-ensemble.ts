import type { Ensemble } from './ensemble.ts';

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
