import { fillDefaults } from '../../call/arguments/fill-defaults.ts';
import { canonicalJson, type JsonObject } from '../../ground/json/json.ts';
import {
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../words/canister/canister.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../../words/models/provider.ts';
import type { RecordedTurn } from './recorded-turn.ts';

export type CallName = Pick<InvocationCanister, 'ensemble' | 'name'>;

export interface RecordedCalls {
  /** Calls with the same name and arguments have the same key, whether a default was written or left out. */
  keyOf(call: Pick<InvocationCanister, 'ensemble' | 'name' | 'arguments'>): string;
  has(call: Pick<InvocationCanister, 'ensemble' | 'name' | 'arguments'>): boolean;
  /** A call that was recorded several times is answered in that order, and at last always the same. */
  answer(wire: string, args: JsonObject): ResultCanister | undefined;
  /** The names that a wire’s name stands for. */
  nameOf(wire: string): CallName;
}

export function recordedCalls({ asked, canisters }: RecordedTurn): RecordedCalls {
  const tools = new Map(asked.tools.map(tool => [tool.name, tool]));
  const calls = canisters.filter(isInvocation);
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  const names = new Map<string, CallName>(calls.map(call => [wireName(call), call]));
  const answers = new Map<string, ResultCanister[]>();
  const keyOf: RecordedCalls['keyOf'] = call => {
    const wire = wireName(call);
    return canonicalJson([wire, fillDefaults(call.arguments, tools.get(wire)?.inputSchema ?? {})]);
  };
  for (const call of calls) {
    const result = results.get(call.id);
    const key = keyOf({ ...call, arguments: call.written ?? call.arguments });
    if (result !== undefined) answers.set(key, [...(answers.get(key) ?? []), result]);
  }
  return {
    keyOf,
    has: call => answers.has(keyOf(call)),
    answer(wire, args) {
      const left = answers.get(keyOf({ ensemble: '', name: wire, arguments: args })) ?? [];
      return left.length > 1 ? left.shift() : left[0];
    },
    nameOf: wire => names.get(wire) ?? nameIn(wire, tools.get(wire)),
  };
}

function nameIn(wire: string, { ensemble = '' }: Partial<ToolDefinition> = {}): CallName {
  const start = `${ensemble}__`;
  return ensemble !== '' && wire.startsWith(start)
    ? { ensemble, name: wire.slice(start.length) }
    : { ensemble: '', name: wire };
}
