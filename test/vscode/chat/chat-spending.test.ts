import assert from 'node:assert/strict';
import type { TurnEnd } from '../../../src/converser/words/conversation/converse-event.ts';
import type { Price, Usage } from '../../../src/converser/words/models/provider.ts';
import {
  addSpending,
  noSpending,
  type Spending,
  spendingOf,
} from '../../../src/converser/words/spending/spending.ts';
import { renderInChat } from '../../../src/vscode/chat/chat-renderer.ts';
import { fakeStream } from '../support/fake-stream.ts';

const noResults = { add: () => {}, show: async () => {}, dispose: () => {} };

interface Shown {
  readonly outcome?: TurnEnd['outcome'];
  readonly usage: Usage;
  readonly price?: Price;
  /** What earlier turns cost. */
  readonly before?: Spending;
}

async function shown({ outcome = 'final', usage, price, before = noSpending }: Shown): Promise<string> {
  const { stream, markdown } = fakeStream();
  const turn = spendingOf(usage, price);
  const spent = { round: turn, turn, conversation: addSpending(before, turn) };
  const spending = { ...turn, rounds: [turn] };
  const events = (async function* () {
    yield { type: 'usage', round: 1, usage, spent } as const;
    yield { type: 'turn-end', outcome, canisters: [], spending } as const;
  })();
  await renderInChat(events, { stream, results: noResults, leftOut: noResults });
  const said = markdown.map(({ value }) => value);
  return said.join('').trim();
}

describe('what a turn cost, in a chat answer,', () => {
  const price = { input: 2, output: 10 };
  const usage = { input: 12_000, output: 600, estimated: true } as const;

  it('is its last line, however the turn ended', async () => {
    for (const outcome of ['final', 'failed', 'stopped'] as const) {
      assert.equal(await shown({ outcome, usage, price }), String.raw`_≈ 12\.0k → 600 tokens, \$0\.0300_`);
    }
  });

  it('comes with the total of the conversation if there were turns before', async () => {
    const before = spendingOf({ input: 88_000, output: 400 }, price);
    assert.match(await shown({ usage, price, before }), /0300 · total: ≈ 100k → 1000 tokens, \\\$0\\\.21_$/);
  });

  it('is not shown where it is zero', async () => {
    assert.equal(await shown({ usage: { input: 0, output: 0 }, price: { input: 0, output: 0 } }), '');
  });
});
