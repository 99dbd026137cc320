import { listeners } from '../../src/converser/async/listeners.ts';
import type { Ensemble } from '../../src/converser/ensemble/ensemble.ts';
import type { Invocable, Invoker } from '../../src/converser/ensemble/invoker.ts';

/** A ready ensemble around some functions. */
export function createFakeEnsemble(
  name: string,
  invokers: Readonly<Record<string, Invocable | (Partial<Invoker> & { readonly invocable: Invocable })>>,
): Ensemble {
  return {
    name,
    title: name,
    description: `The ensemble ${name}.`,
    origin: 'shipped',
    enabled: true,
    state: { status: 'ready' },
    invokers: Object.entries(invokers).map(([own, given]) =>
      createFakeInvoker({
        ensemble: name,
        name: own,
        ...(typeof given === 'function' ? { invocable: given } : given),
      }),
    ),
    connect: async () => {},
    disconnect: async () => {},
    onDidChange: listeners<void>().listen,
  };
}

export function createFakeInvoker(given: Partial<Invoker> & Pick<Invoker, 'name' | 'invocable'>): Invoker {
  return {
    ensemble: 'fake',
    description: `Does ${given.name}.`,
    aliases: [],
    arguments: { type: 'object', properties: {} },
    annotations: { readOnly: true, openWorld: false },
    origin: 'shipped',
    implementation: `shipped:${given.name}`,
    timeLimit: 30_000,
    maxRetries: 0,
    onFailure: 'recover',
    deduplication: 'exact',
    ...given,
  };
}
