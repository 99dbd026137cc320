import { fillDefaults } from '../../call/arguments/fill-defaults.ts';
import { defined } from '../../ground/json/defined.ts';
import { canonicalJson } from '../../ground/json/json.ts';
import {
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../words/canister/canister.ts';
import type { Ensemble } from '../../words/ensemble/ensemble.ts';
import { fixedEnsemble } from '../../words/ensemble/fixed-ensemble.ts';
import { type Invoker, reply } from '../../words/ensemble/invoker.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';
import type { RecordedTurn } from './recorded-turn.ts';

type Called = Pick<InvocationCanister, 'ensemble' | 'name' | 'arguments' | 'written'>;

/** Calls have the same key if the model wrote the same name and arguments, and a default or not. */
export function callKeys({ asked }: Pick<RecordedTurn, 'asked'>): (call: Called) => string {
  const schemas = new Map(asked.tools.map(tool => [tool.name, tool.inputSchema]));
  return call => {
    const name = wireName(call);
    return canonicalJson([name, fillDefaults(call.written ?? call.arguments, schemas.get(name) ?? {})]);
  };
}

/** Equal calls are answered in the order in which they were recorded, and at last always the same. */
export function recordedAnswers(recorded: RecordedTurn) {
  const keyOf = callKeys(recorded);
  const { canisters } = recorded;
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  const answers = new Map<string, ResultCanister[]>();
  for (const call of canisters.filter(isInvocation)) {
    const result = results.get(call.id);
    const key = keyOf(call);
    if (result !== undefined) answers.set(key, [...(answers.get(key) ?? []), result]);
  }
  return {
    has: (call: Called) => answers.has(keyOf(call)),
    next(call: Called): ResultCanister | undefined {
      const left = answers.get(keyOf(call)) ?? [];
      return left.length > 1 ? left.shift() : left[0];
    },
  };
}

/** Its tools have the names and schemas that the recorded model saw, and only repeat what was recorded. */
export function recordedEnsemble(
  { tools }: RecordedTurn['asked'],
  answers: ReturnType<typeof recordedAnswers>,
): Ensemble {
  const invokers = tools.map(
    ({ name, description, inputSchema, aliases = [], isShipped = false }): Invoker => ({
      ...{ ensemble: '', name, description, aliases },
      arguments: inputSchema,
      annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      origin: isShipped ? 'shipped' : 'user',
      implementation: 'recording',
      limits: { timeLimit: 10_000, maxRetries: 0 },
      onFailure: 'recover',
      deduplication: 'none',
      invocable(args) {
        const recorded = answers.next({ ensemble: '', name, arguments: args });
        if (recorded === undefined) throw new Error('This call was not recorded.');
        const { content, screen, failure, label } = recorded;
        return reply(defined({ content, screen, failure, label }));
      },
    }),
  );
  const description = 'Answers calls with what was recorded.';
  return fixedEnsemble({ name: '', title: 'Recording', description, origin: 'user', invokers });
}
