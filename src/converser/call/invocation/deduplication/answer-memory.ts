import type { JsonObject } from '../../../ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  type ResultCanister,
} from '../../../words/canister/canister.ts';
import type { Call } from '../../../words/ensemble/call.ts';
import { fullName } from '../../../words/ensemble/invoker.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { type Answer, type AnswerGroup, createAnswerGroup } from './answers.ts';
import type { Plan } from './deduplication-plan.ts';
import { type Matcher, matcherFor } from './matching.ts';

export interface Comparison {
  readonly call: Call;
  readonly plan: Plan;
  readonly matcher: Matcher;
  readonly group: AnswerGroup;
}

export interface AnswerMemory {
  /** Answers at once, unless your own code compares calls. Throws or rejects if that does. */
  compare(call: Call, plan: Plan): Comparison | Promise<Comparison>;
  forEach(visit: (answer: Answer) => void): void;
}

export interface AnswerMemoryPorts {
  readonly history: () => readonly Canister[];
  readonly spell: Contents['spell'] | undefined;
}

export function createAnswerMemory({ history, spell }: AnswerMemoryPorts): AnswerMemory {
  const groups = new Map<string, AnswerGroup>();
  const known = new Set<string>();
  const earlier = earlierCalls(history);

  function groupOf({ group }: Matcher): AnswerGroup {
    const found = groups.get(group) ?? createAnswerGroup();
    groups.set(group, found);
    return found;
  }

  function unknown({ invoker }: Call, { isReused }: Plan): readonly EarlierCall[] {
    const name = fullName(invoker);
    if (!isReused || known.has(name)) return [];
    known.add(name);
    return earlier(name);
  }

  function learn(earlier: EarlierCall, matcher: Matcher): void {
    groupOf(matcher).add(earlierAnswer(earlier, matcher.args));
  }

  async function compareOwn(call: Call, plan: Plan, own: Promise<Matcher>): Promise<Comparison> {
    const matcher = await own;
    for (const each of unknown(call, plan)) {
      const others = await settled(matcherFor({ ...each, invoker: call.invoker }, { plan, spell }));
      if (others !== undefined) learn(each, others);
    }
    return { call, plan, matcher, group: groupOf(matcher) };
  }

  return {
    compare(call, plan) {
      const { invoker } = call;
      const matcher = matcherFor(call, { plan, spell });
      if (matcher instanceof Promise) return compareOwn(call, plan, matcher);
      for (const each of unknown(call, plan)) {
        const other = matcherFor({ ...each, invoker }, { plan, spell });
        if (!(other instanceof Promise)) learn(each, other);
      }
      return { call, plan, matcher, group: groupOf(matcher) };
    },
    forEach(visit) {
      for (const { answers } of groups.values()) answers.forEach(visit);
    },
  };
}

async function settled(matcher: Matcher | Promise<Matcher>): Promise<Matcher | undefined> {
  try {
    return await matcher;
  } catch {
    return undefined;
  }
}

interface EarlierCall {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
  readonly at: number;
}

/** By the name of a tool. A long history, which only grows, is read once for all of them. */
function earlierCalls(history: () => readonly Canister[]): (name: string) => readonly EarlierCall[] {
  const invocations = new Map<string, InvocationCanister>();
  const calls = new Map<string, EarlierCall[]>();
  let read = 0;
  return name => {
    for (const canisters = history(); read < canisters.length; read++) {
      const canister = canisters[read];
      if (canister !== undefined && isInvocation(canister)) invocations.set(canister.id, canister);
      if (canister?.role !== 'result' || canister.failure !== undefined || canister.inShort) continue;
      const invocation = invocations.get(canister.invocationId);
      if (invocation === undefined) continue;
      const own = calls.get(fullName(invocation)) ?? [];
      calls.set(fullName(invocation), own);
      own.push({ invocation, result: canister, at: read });
    }
    return calls.get(name) ?? [];
  };
}

function earlierAnswer({ invocation, result, at }: EarlierCall, args: JsonObject): Answer {
  return {
    args,
    begun: { time: Date.parse(result.timestamp), canisters: at },
    reads: undefined,
    source: { invocation, args, result },
    time: 0,
    isOutdated: true,
  };
}
