import type { ResultCanister } from '../canister.ts';
import { fullName } from '../invoker.ts';
import { canonicalJson } from '../json.ts';
import type { DeduplicatedCall, Deduplicator } from './deduplicator.ts';

/**
 * Two calls are the same when tool and arguments are equal, whatever the order of the keys. A call that is
 * still running counts too: the second one waits for it.
 */
export function createExactDeduplicator(): Deduplicator {
  let memory = new Map<string, Promise<ResultCanister>>();

  return {
    async once(call, run) {
      if (call.invoker.deduplication === 'none') return { kind: 'ran', result: await run() };
      const key = keyOf(call);
      const earlier = await successIn(() => memory, key);
      if (earlier !== undefined) return { kind: 'repeats', result: earlier };
      return { kind: 'ran', result: await remembered(memory, key, run()) };
    },
    forget() {
      memory = new Map();
    },
  };
}

type Memory = Map<string, Promise<ResultCanister>>;

/** The result that is still true once it has come; of several that fail one after another, each is waited for. */
async function successIn(memory: () => Memory, key: string): Promise<ResultCanister | undefined> {
  while (true) {
    const ours = memory();
    const pending = ours.get(key);
    if (pending === undefined) return undefined;
    const result = await pending.catch(() => undefined);
    if (result !== undefined && result.failure === undefined && ours === memory()) return result;
    if (ours.get(key) === pending) ours.delete(key);
  }
}

async function remembered(
  memory: Memory,
  key: string,
  running: Promise<ResultCanister>,
): Promise<ResultCanister> {
  memory.set(key, running);
  const forget = () => memory.get(key) === running && memory.delete(key);
  try {
    const result = await running;
    if (result.failure !== undefined) forget();
    return result;
  } catch (cause) {
    forget();
    throw cause;
  }
}

function keyOf({ invocation, invoker }: DeduplicatedCall): string {
  return `${fullName(invoker)} ${canonicalJson(invocation.arguments)}`;
}
