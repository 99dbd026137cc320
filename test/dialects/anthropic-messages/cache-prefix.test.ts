import assert from 'node:assert/strict';
import { type Canister, ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { nativizeRequest } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { tool } from './histories.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };

function round(number: number): readonly Canister[] {
  const call = `c${number}`;
  return [
    { ...common, id: `a${number}`, role: 'assistant', content: [text(`Step ${number}.`)] },
    {
      ...common,
      id: call,
      role: 'invocation',
      ensemble: 'files',
      name: 'read_file',
      arguments: { path: call },
      content: [],
    },
    { ...common, id: `r${number}`, role: 'result', invocationId: call, content: [text(`Seen ${number}.`)] },
  ];
}

const start: readonly Canister[] = [
  { ...common, id: 's', role: 'supervisor', content: [text('Be brief.')] },
  { ...common, id: 'u', role: 'user', content: [text('Read them all.')] },
];

/** Tools, instructions and messages in the order in which the server compares them, as text. */
function wireAfter(rounds: number): string {
  const canisters = [...start, ...Array.from({ length: rounds }, (_, at) => round(at)).flat()];
  const { tools, system, messages } = nativizeRequest(
    { canisters, tools: [tool] },
    { model: 'm', maxTokens: 9 },
  );
  return JSON.stringify([tools, system, ...messages]);
}

const mark = ',"cache_control":{"type":"ephemeral"}';
/** Marks are no part of what the server compares. */
const compared = (wire: string) => wire.replaceAll(mark, '');

describe('The prefix that the server caches', () => {
  it('has the same bytes in each round', () => {
    for (let rounds = 0; rounds < 6; rounds++) {
      const before = compared(wireAfter(rounds));
      const after = compared(wireAfter(rounds + 1));
      assert.ok(after.startsWith(before.slice(0, -1)), `round ${rounds}`);
      assert.ok(after.length > before.length);
    }
  });

  it('ends where the previous round had its last mark, so that the cache is found again', () => {
    for (let rounds = 1; rounds < 6; rounds++) {
      const before = wireAfter(rounds);
      const kept = compared(before.slice(0, before.lastIndexOf(mark)));
      const ends = wireAfter(rounds + 1)
        .split(mark)
        .map((_, at, pieces) => pieces.slice(0, at + 1).join(''));
      assert.ok(ends.slice(0, -1).includes(kept), `round ${rounds}`);
      assert.ok(ends.length - 1 <= 4, 'no more marks than the server allows');
    }
  });
});
