import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { nativizeRequest } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';
import { tool } from './histories.ts';

function round(number: number): readonly Canister[] {
  const call = `c${number}`;
  return [
    canisterOf('assistant', `a${number}`, `Step ${number}.`),
    callOf(call, { path: call }),
    resultOf(call, `Seen ${number}.`),
  ];
}

const start = [canisterOf('supervisor', 's', 'Be brief.'), canisterOf('user', 'u', 'Read them all.')];

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
