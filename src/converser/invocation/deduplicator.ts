import type { ResultCanister } from '../canister/canister.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName } from '../ensemble/invoker.ts';
import { canonicalJson } from '../json/json.ts';

/**
 * Decides whether a call repeats an earlier one of the same turn.
 *
 * Contract:
 * - `once` resolves to the result of running the call, or to the earlier result that it repeats;
 * - a failed result is never repeated;
 * - after `forget`, nothing that was begun before it is ever repeated.
 */
export interface Deduplicator {
  once(call: Call, run: () => Promise<ResultCanister>): Promise<Once>;
  /** What earlier calls read may have changed. */
  forget(): void;
}

type Once =
  | { readonly kind: 'ran'; readonly result: ResultCanister }
  | { readonly kind: 'repeats'; readonly result: ResultCanister };

/**
 * Two calls are the same when tool and arguments are equal, whatever the order of the keys. A call that is
 * still running counts too: the second one waits for it.
 */
export function createExactDeduplicator(): Deduplicator {
  let memory = new Map<string, Promise<ResultCanister>>();

  async function begin(key: string, run: () => Promise<ResultCanister>): Promise<Once> {
    // It may forget all that was begun before it, itself included.
    const ours = memory;
    const running = run();
    ours.set(key, running);
    return { kind: 'ran', result: await running };
  }

  async function repeat(key: string, run: () => Promise<ResultCanister>): Promise<Once> {
    // Nothing may be awaited between the last look and the entry, else two equal calls would both run.
    for (let pending = memory.get(key); pending !== undefined; pending = memory.get(key)) {
      const asked = memory;
      const result = await pending.catch(() => undefined);
      if (result !== undefined && result.failure === undefined && asked === memory) {
        return { kind: 'repeats', result };
      }
      if (memory.get(key) === pending) memory.delete(key);
    }
    return begin(key, run);
  }

  return {
    async once(call, run) {
      if (call.invoker.deduplication === 'none') return { kind: 'ran', result: await run() };
      const key = keyOf(call);
      return memory.has(key) ? repeat(key, run) : begin(key, run);
    },
    forget() {
      memory = new Map();
    },
  };
}

function keyOf({ invocation, invoker }: Call): string {
  return `${fullName(invoker)} ${canonicalJson(invocation.arguments)}`;
}
