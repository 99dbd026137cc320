import { type Canister, ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { nativizeRequest as nativizeMessages } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as nativizeChat } from '../../../src/dialects/openai-chat/nativize-request.ts';
import { callArguments, toolAnswer, toolNames } from '../scenario.ts';

/** So many canisters of earlier turns: a question, two calls with their results, an answer. */
export function pastCanisters(count: number): readonly Canister[] {
  return Array.from({ length: count }, (_, at) => canisterAt(at));
}

/** What the model was sent in them. */
const sent = (count: number) => ({
  canisters: pastCanisters(count),
  tools: [{ name: 'any', description: '', inputSchema: {} }],
});

export const pastInChat = (count: number) =>
  nativizeChat(sent(count), { model: 'bench', provider: 'openai' }).messages;

export const pastInMessages = (count: number) =>
  nativizeMessages(sent(count), { model: 'bench', maxTokens: 4096 }).messages;

function canisterAt(at: number): Canister {
  const common = { id: `past-${at}`, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
  const turn = Math.floor(at / 6);
  switch (at % 6) {
    case 0:
      return { ...common, role: 'user', content: [text(`Question ${turn}: what is there to know of it?`)] };
    case 5:
      return {
        ...common,
        role: 'assistant',
        content: [text(`Answer ${turn}. ${'It is known. '.repeat(15)}`)],
      };
    case 1:
    case 2:
      return {
        ...common,
        role: 'invocation',
        content: [],
        ensemble: 'bench',
        name: at % 2 === 0 ? toolNames[0] : toolNames[1],
        arguments: JSON.parse(callArguments(turn, at, 4)),
      };
    default:
      return {
        ...common,
        role: 'result',
        invocationId: `past-${at - 2}`,
        content: [text(toolAnswer({ path: `src/past/${turn}`, line: at }))],
      };
  }
}
