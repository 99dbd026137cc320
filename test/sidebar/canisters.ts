import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  type AssistantCanister,
  type CompactionCanister,
  type Failure,
  type InvocationCanister,
  ordinaryMarks,
  type ResultCanister,
  type UserCanister,
} from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';

/** Canisters with times of their own: each call is a second after the one before. */
export function canisterMaker() {
  let count = 0;
  const common = () => {
    const timestamp = new Date(Date.UTC(2026, 10, 20, 12, 0, ++count)).toISOString();
    return { timestamp, marks: ordinaryMarks };
  };
  const result = (invocationId: string, message: string, more: ResultExtras = {}): ResultCanister => ({
    ...common(),
    id: `${invocationId}-result`,
    role: 'result',
    content: [text(message)],
    invocationId,
    ...more,
  });
  return {
    user: (id: string, message: string): UserCanister => ({
      ...common(),
      id,
      role: 'user',
      content: [text(message)],
    }),
    assistant: (id: string, message: string): AssistantCanister => ({
      ...common(),
      id,
      role: 'assistant',
      content: [text(message, 'text/markdown')],
    }),
    invocation: (id: string, fullName: string, args: JsonObject): InvocationCanister => {
      const [ensemble = '', name = ''] = fullName.includes(':') ? fullName.split(':') : ['', fullName];
      return { ...common(), id, role: 'invocation', content: [], ensemble, name, arguments: args };
    },
    result,
    compaction: (more: Partial<CompactionCanister> = {}): CompactionCanister => ({
      ...common(),
      id: 'compaction-1',
      role: 'compaction',
      content: [],
      reason: 'near-window',
      results: [],
      passages: [],
      tokens: { before: 0, after: 0 },
      ...more,
    }),
    failure: (invocationId: string, failure: Failure) => result(invocationId, failure.message, { failure }),
  };
}

type ResultExtras = Partial<
  Pick<
    ResultCanister,
    'content' | 'label' | 'screen' | 'repeats' | 'allowed' | 'inShort' | 'saved' | 'failure'
  >
>;
