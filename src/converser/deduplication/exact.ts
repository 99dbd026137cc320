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
      const ours = memory;
      const key = keyOf(call);
      const pending = ours.get(key);
      if (pending !== undefined) {
        const earlier = await pending;
        if (earlier.failure === undefined && ours === memory) return { kind: 'repeats', result: earlier };
      }
      const running = run();
      memory.set(key, running);
      const result = await running;
      if (result.failure !== undefined && memory.get(key) === running) memory.delete(key);
      return { kind: 'ran', result };
    },
    forget() {
      memory = new Map();
    },
  };
}

function keyOf({ invocation, invoker }: DeduplicatedCall): string {
  return `${fullName(invoker)} ${canonicalJson(invocation.arguments)}`;
}
