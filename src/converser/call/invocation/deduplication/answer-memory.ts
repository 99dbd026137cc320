import type { Canister } from '../../../words/canister/canister.ts';
import type { Call } from '../../../words/ensemble/call.ts';
import { fullName } from '../../../words/ensemble/invoker.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { type Answer, type AnswerGroup, createAnswerGroup } from './answers.ts';
import { type EarlierCall, earlierAnswer, earlierCalls } from './earlier-answers.ts';
import { type Matcher, matcherFor } from './matching.ts';
import type { Plan } from './plan.ts';

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

  function groupOf({ group }: Matcher): AnswerGroup {
    const found = groups.get(group) ?? createAnswerGroup();
    groups.set(group, found);
    return found;
  }

  function unknown({ invoker }: Call, { isReused }: Plan): readonly EarlierCall[] {
    const name = fullName(invoker);
    if (!isReused || known.has(name)) return [];
    known.add(name);
    return earlierCalls(history(), invoker);
  }

  function learn(earlier: EarlierCall, matcher: Matcher): void {
    groupOf(matcher).add(earlierAnswer(earlier, matcher.args));
  }

  /** An earlier call for which your code fails matches no other. */
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
