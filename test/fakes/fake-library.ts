import { type Listeners, listeners } from '../../src/converser/ground/async/listeners.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import type { EnsembleList, Library } from '../../src/converser/words/ensemble/library.ts';
import { serverErrors } from '../../src/converser/words/ensemble/server-errors.ts';
import { createFakeEnsemble } from './fake-ensemble.ts';

export interface FakeLibraryEnsemble extends Ensemble {
  /** Announces that a list is another one. */
  readonly changes: Listeners<EnsembleList>;
}

export interface FakeWatchedLibrary extends FakeLibraryEnsemble {
  /** Announces that a resource has changed. */
  readonly updates: Listeners<string>;
  readonly watched: readonly string[];
}

/** The same, which announces changes of its resources, except of those whose address has “silent” in it. */
export function createFakeWatchedLibrary(name: string, library: Partial<Library>): FakeWatchedLibrary {
  const updates = listeners<string>();
  const watched: string[] = [];
  return {
    ...createFakeLibrary(name, library),
    updates,
    watched,
    async watchResource(uri, onUpdate) {
      if (uri.includes('silent')) throw serverErrors.notOffered(name, 'to watch its resources');
      watched.push(uri);
      const listening = updates.listen(each => each === uri && onUpdate());
      return {
        dispose() {
          listening.dispose();
          watched.splice(watched.indexOf(uri), 1);
        },
      };
    },
  };
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
