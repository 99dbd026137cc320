import { listeners } from '../../src/converser/ground/async/listeners.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import type { Invocable, Invoker, Limits } from '../../src/converser/words/ensemble/invoker.ts';

/** What a test says of an invoker; the rest is as of most tools. */
export type GivenInvoker = Omit<Partial<Invoker>, 'limits'> & { readonly limits?: Partial<Limits> };

/** A ready ensemble around some functions. */
export function createFakeEnsemble(
  name: string,
  invokers: Readonly<Record<string, Invocable | (GivenInvoker & { readonly invocable: Invocable })>>,
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

export function createFakeInvoker({
  limits,
  ...given
}: GivenInvoker & Pick<Invoker, 'name' | 'invocable'>): Invoker {
  return {
    ensemble: 'fake',
    description: `Does ${given.name}.`,
    aliases: [],
    arguments: { type: 'object', properties: {} },
    annotations: { readOnly: true, openWorld: false },
    origin: 'shipped',
    implementation: `shipped:${given.name}`,
    limits: { timeLimit: 30_000, maxRetries: 0, ...limits },
    onFailure: 'recover',
    deduplication: 'exact',
    ...given,
  };
}
