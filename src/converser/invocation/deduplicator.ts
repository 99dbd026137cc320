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
 * Two calls are the same when tool and arguments are equal, whatever the order of the keys. With `exact`, a call that
 * is still running counts too: the second one waits for it.
 */
export function createDeduplicator(): Deduplicator {
  let memory = new Map<string, Promise<ResultCanister>>();
  let answers = new Map<string, ResultCanister>();

  async function compare(key: string, run: () => Promise<ResultCanister>): Promise<Once> {
    const begun = answers;
    const result = await run();
    const earlier = begun === answers ? begun.get(key) : undefined;
    if (earlier !== undefined && isSameAnswer(earlier, result)) return { kind: 'repeats', result: earlier };
    if (result.failure === undefined) begun.set(key, result);
    return { kind: 'ran', result };
  }

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
      const { deduplication } = call.invoker;
      if (deduplication === 'none') return { kind: 'ran', result: await run() };
      const key = keyOf(call);
      if (deduplication === 'compared') return compare(key, run);
      return memory.has(key) ? repeat(key, run) : begin(key, run);
    },
    forget() {
      memory = new Map();
      answers = new Map();
    },
  };
}

/** Of texts only: what else a result may hold is never taken for the same. */
function isSameAnswer(one: ResultCanister, other: ResultCanister): boolean {
  if (other.failure !== undefined || one.screen !== other.screen) return false;
  return (
    one.content.length === other.content.length &&
    one.content.every((part, index) => {
      const twin = other.content[index];
      return (
        part.type === 'text' &&
        twin?.type === 'text' &&
        part.text === twin.text &&
        part.mimeType === twin.mimeType
      );
    })
  );
}

function keyOf({ invocation, invoker }: Call): string {
  return `${fullName(invoker)} ${canonicalJson(invocation.arguments)}`;
}
