import { type Listeners, listeners } from '../../src/converser/async/listeners.ts';
import type { Ensemble } from '../../src/converser/ensemble/ensemble.ts';
import type { EnsembleList, Library } from '../../src/converser/ensemble/library.ts';
import { createFakeEnsemble } from './fake-ensemble.ts';

export interface FakeLibraryEnsemble extends Ensemble {
  /** Announces that a list is another one. */
  readonly changes: Listeners<EnsembleList>;
}

/** An ensemble without tools. Of what is not given, it has nothing. */
export function createFakeLibrary(name: string, library: Partial<Library>): FakeLibraryEnsemble {
  const changes = listeners<EnsembleList>();
  return {
    ...createFakeEnsemble(name, {}),
    changes,
    onDidChangeList: changes.listen,
    library: {
      resources: async () => [],
      resourceTemplates: async () => [],
      readResource: async uri => Promise.reject(new Error(`There is no ${uri}`)),
      prompts: async () => [],
      getPrompt: async ({ name: prompt }) => Promise.reject(new Error(`There is no ${prompt}`)),
      complete: async () => ({ values: [] }),
      ...library,
    },
  };
}
