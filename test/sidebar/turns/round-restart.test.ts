import assert from 'node:assert/strict';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { announcement } from '../../../src/sidebar/announce.ts';
import { emptyView, viewAfter } from '../../../src/sidebar/turns/conversation-view-model.ts';
import type { Item } from '../../../src/sidebar/turns/turn-view.ts';
import { canisterMaker } from '../canisters.ts';
import { turnStart } from '../sidebar-states.ts';

const make = canisterMaker();
const call = make.invocation('call-1', 'workspace:read_file', { path: 'README.md' });
const says = (text: string): ConverseEvent => ({ type: 'text-delta', text });
const thinks = (text: string): ConverseEvent => ({ type: 'reasoning-delta', text });
const notes = (message: string): ConverseEvent => ({ type: 'notice', message });
const again = (round: number): ConverseEvent => {
  return { type: 'round-restart', round, message: `Round ${round} again in 8 s.`, wait: 8_000 };
};
/** A first round that spoke and called, and the second has begun. */
const begun: readonly ConverseEvent[] = [
  turnStart(make.user('user-1', 'Read it.')),
  { type: 'round-start', round: 1 },
  says('I read it.'),
  { type: 'round-end', round: 1, reason: 'invocations' },
  { type: 'invocation-start', canister: call },
  { type: 'invocation-end', canister: make.result('call-1', '# Sample'), duration: 1 },
  { type: 'round-start', round: 2 },
];

function viewOfAll(...events: readonly ConverseEvent[]) {
  return events.reduce(viewAfter, emptyView);
}

function shown(...events: readonly ConverseEvent[]): readonly string[] {
  return (viewOfAll(...events).live?.items ?? []).slice(1).map(sayItem);
}

function sayItem(item: Item): string {
  switch (item.kind) {
    case 'answer':
    case 'reasoning':
      return `${item.kind} ${item.text}`;
    case 'notice':
      return item.wait === undefined ? item.message : `${item.message} (${item.wait} ms)`;
    default:
      return item.kind;
  }
}

const before = ['answer I read it.', 'invocation'];
const restarted = 'Round 2 again in 8 s. (8000 ms)';

describe('a round that restarts, in the sidebar', () => {
  it('removes the text of the round, and nothing from before', () => {
    const items = shown(...begun, thinks('Hm.'), says('It sa'), again(2), says('It says Sample.'));
    assert.deepEqual(items, [...before, restarted, 'answer It says Sample.']);
  });

  it('removes text on both sides of a notice, which stays', () => {
    const items = shown(...begun, says('One'), notes('Slow.'), thinks('Hm.'), says('two'), again(2));
    assert.deepEqual(items, [...before, 'Slow.', restarted]);
  });

  it('keeps the answer before it when it has no text itself', () => {
    const [start, round, said] = begun as [ConverseEvent, ConverseEvent, ConverseEvent];
    const next: ConverseEvent = { type: 'round-start', round: 2 };
    assert.deepEqual(shown(start, round, said, next, again(2)), ['answer I read it.', restarted]);
    assert.deepEqual(shown(start, round, again(1)), ['Round 1 again in 8 s. (8000 ms)']);
  });

  it('may restart more than once, with a notice each time', () => {
    const items = viewOfAll(...begun, says('a'), again(2), says('b'), again(2), says('c')).live?.items ?? [];
    assert.deepEqual(items.map(sayItem).slice(3), [restarted, restarted, 'answer c']);
    assert.equal(new Set(items.map(({ key }) => key)).size, items.length, 'each item has its own key');
  });

  it('names the model that takes over, and waits for that one', () => {
    const model = { provider: 'p', id: 'b', label: 'B' };
    const message = 'A is overloaded. B answers.';
    const taken: ConverseEvent = { type: 'round-restart', round: 2, message, wait: 0, model };
    assert.deepEqual(shown(...begun, says('It sa'), taken, says('All.')), [
      ...before,
      message,
      'answer All.',
    ]);
    assert.equal(viewOfAll(...begun, taken).live?.model, 'B');
    const next: ConverseEvent = { type: 'round-start', round: 2, model };
    assert.equal(viewOfAll(...begun.slice(0, -1), next).live?.model, 'B');
  });

  it('is announced once', () => {
    const plain = (markdown: string) => markdown;
    const begins = viewOfAll(...begun, says('It sa'));
    const waiting = viewAfter(begins, again(2));
    assert.equal(announcement(begins, waiting, plain), 'Round 2 again in 8 s.');
    const goesOn = viewAfter(waiting, says('It says'));
    assert.equal(announcement(waiting, goesOn, plain), undefined);
    assert.equal(announcement(goesOn, viewAfter(goesOn, again(2)), plain), 'Round 2 again in 8 s.');
    assert.equal(announcement(begins, viewAfter(begins, notes('Slow.')), plain), undefined);
  });
});
