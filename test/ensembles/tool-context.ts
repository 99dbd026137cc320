import type { Context } from '../../src/converser/words/ensemble/invoker.ts';

/** What a tool gets with a call outside of any turn. */
export function toolContext(name: `${string}:${string}`, more: Partial<Context> = {}): Context {
  const [ensemble = '', own = ''] = name.split(':');
  return {
    invoker: { ensemble, name: own },
    auxdata: {},
    configuration: {},
    namespace: new Map(),
    signal: new AbortController().signal,
    progress: () => {},
    ...more,
  };
}
