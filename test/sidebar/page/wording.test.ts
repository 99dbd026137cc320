import assert from 'node:assert/strict';
import { spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { failureTexts } from '../../../src/converser/words/texts/failure-texts.ts';
import { awaitedText, effortText, factsOf } from '../../../src/sidebar/page/wording.ts';
import { sidebarState } from '../sidebar-states.ts';

describe('the wording of the sidebar', () => {
  it('names the ensembles that are still starting, not those that are ready, failed or disabled', () => {
    const { ensembles } = sidebarState();
    const slow = { ...ensembles[0], title: 'Slow', state: { status: 'connecting' } } as const;
    assert.equal(awaitedText(ensembles), 'Waiting for Probability to start.');
    assert.equal(awaitedText([...ensembles, slow as never]), 'Waiting for Probability and 1 more to start.');
    assert.equal(awaitedText([{ ...slow, enabled: false } as never]), '');
  });

  it('says of a model what is known of it, and nothing else', () => {
    const model = { reference: 'a/b', label: 'B', detail: 'A', tools: 'native' } as const;
    assert.equal(factsOf({ ...model, tools: 'none' }), 'no tools');
    const known = {
      ...model,
      contextTokens: 200_000,
      price: { input: 0.25, output: 2 },
      images: true,
    } as const;
    assert.equal(factsOf(known), '200k window · $0.25 → $2 per 1M · images · tools');
    const free = { ...model, contextTokens: 1_048_576, price: { input: 0, output: 0 } };
    assert.equal(factsOf(free), '1M window · free · tools');
  });

  it('does not blame the network for a program on this machine that has ended', () => {
    assert.equal(failureTexts.network, 'The connection failed');
  });

  it('shows what a turn took, as far as it is known', () => {
    const own = { key: 'k', status: 'committed', prompt: '', items: [] } as const;
    const turn = { ...own, rounds: 2, roundSpendings: [] };
    assert.equal(effortText(turn), '2 rounds');
    const known = { ...turn, spending: spendingOf({ input: 12_400, output: 90 }), duration: 1500 };
    assert.equal(effortText(known), '2 rounds · 12.4k → 90 tokens · 1.5 s');
  });
});
