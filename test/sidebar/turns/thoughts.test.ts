import assert from 'node:assert/strict';
import { longestThought } from '../../../src/converser/ground/wording/thought-text.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { thoughtTitle } from '../../../src/sidebar/page/wording.ts';
import { applyEvent } from '../../../src/sidebar/turns/apply-event.ts';
import { newestThought, thoughtPreview } from '../../../src/sidebar/turns/thought-preview.ts';
import { turnOfCanisters } from '../../../src/sidebar/turns/turn-of-canisters.ts';
import type { ReasoningItem, TurnView } from '../../../src/sidebar/turns/turn-view.ts';
import { pluck } from '../../converser/pluck.ts';
import { canisterMaker } from '../canisters.ts';
import { turnStart } from '../sidebar-states.ts';

const make = canisterMaker();
const user = make.user('user-1', 'What is in README.md?');
const call = make.invocation('call-1', 'workspace:read_file', { path: 'README.md' });
const result = make.result('call-1', '# Sample');
const said = make.assistant('assistant-1', 'It says **Sample**.');

const thinks = (text: string): ConverseEvent => ({ type: 'reasoning-delta', text });
const thought = (duration: number): ConverseEvent => ({ type: 'reasoning-end', duration });
const begun = [turnStart(user), { type: 'round-start', round: 1 }] as const;
const whole: readonly ConverseEvent[] = [
  ...begun,
  thinks('Let me '),
  thinks('look.'),
  thought(12_400),
  { type: 'round-end', round: 1, reason: 'invocations' },
  { type: 'invocation-start', canister: call },
  { type: 'invocation-end', canister: result, duration: 12 },
  { type: 'round-start', round: 2 },
  thinks('Nice.'),
  thought(300),
  { type: 'text-delta', text: 'It says **Sample**.' },
  { type: 'round-end', round: 2, reason: 'stop', canister: said },
  { type: 'turn-end', outcome: 'final', canisters: [user, call, result, said] },
];

function shown(...events: readonly ConverseEvent[]): TurnView {
  const turn = events.reduce<TurnView | undefined>(applyEvent, undefined);
  assert.ok(turn);
  return turn;
}

const thoughtsOf = ({ items }: TurnView) => items.filter(item => item.kind === 'reasoning');
const lastOf = (turn: TurnView): ReasoningItem => {
  const last = thoughtsOf(turn).at(-1);
  assert.ok(last);
  return last;
};

describe('thoughts in the view model of the sidebar', () => {
  it('are the same while the turn runs and when it is read from the history', () => {
    const live = shown(...whole);
    const kept = turnOfCanisters({
      canisters: [user, call, result, said],
      thoughts: [
        { before: 'call-1', text: 'Let me look.', duration: 12_400 },
        { before: 'assistant-1', text: 'Nice.', duration: 300 },
      ],
    });
    assert.deepEqual(thoughtsOf(kept), thoughtsOf(live));
    const keys = ({ items }: TurnView) => items.map(({ key }) => key);
    assert.deepEqual(keys(live), ['user-1', 'reasoning-0', 'call-1', 'reasoning-1', 'answer-0']);
    assert.deepEqual(keys(kept), keys(live));
    assert.deepEqual(thoughtsOf(live).map(thoughtTitle), ['Thought for 12 s', 'Thought']);
  });

  it('stand before a refusal, too', () => {
    const refusal = {
      ...make.assistant('refusal', 'Your reply was refused here.'),
      interrupted: { kind: 'refused', message: 'The model refused to continue.' },
    } as const;
    const { items } = turnOfCanisters({
      canisters: [user, refusal],
      thoughts: [{ before: 'refusal', text: 'Hm.', duration: 1 }],
    });
    assert.deepEqual(pluck(items, 'kind'), ['user', 'reasoning', 'notice']);
  });

  it('take as long as they took, also for a page that is shown in the middle of one', () => {
    // A page that opens later reads the deltas joined, and knows no time of its own.
    const reshown = shown(...begun, thinks('Let me look.'));
    assert.equal(thoughtTitle(lastOf(reshown)), 'Thinking…');
    const over = applyEvent(reshown, thought(12_400));
    assert.equal(thoughtTitle(lastOf(over ?? reshown)), 'Thought for 12 s');
  });

  it('go on as one where nothing is shown in between, and as another one where something is', () => {
    const one = lastOf(shown(...begun, thinks('One.'), thought(1000), thinks('Two'), thinks('.')));
    assert.deepEqual([one.text, one.complete], ['One.\n\nTwo.', false]);
    const blank = { type: 'text-delta', text: '\n\n' } as const;
    const joined = shown(...begun, thinks('One.'), thought(1000), blank, thinks('Two.'), thought(1500));
    const kept = thoughtsOf(joined).map(({ text, duration }) => [text, duration]);
    assert.deepEqual(kept, [['One.\n\nTwo.', 2500]]);
    const spoken = { type: 'text-delta', text: 'So: ' } as const;
    assert.equal(thoughtsOf(shown(...begun, thinks('One.'), thought(1), spoken, thinks('Two.'))).length, 2);
    const next = { type: 'round-start', round: 2 } as const;
    assert.equal(thoughtsOf(shown(...begun, thinks('One.'), thought(1), next, thinks('Two.'))).length, 2);
  });

  it('are not broken by an empty text, and not shown where they are blank', () => {
    const empty = { type: 'text-delta', text: '' } as const;
    assert.equal(lastOf(shown(...begun, thinks('One'), empty, thinks(' two.'))).text, 'One two.');
    assert.deepEqual(thoughtsOf(shown(...begun, thinks(' \n'), thought(9))), []);
  });

  it('are complete where the turn ends in the middle of one', () => {
    const end: ConverseEvent = { type: 'turn-end', outcome: 'stopped', canisters: [user] };
    const { complete, duration, newest } = lastOf(shown(...begun, thinks('One'), thought(61_000), end));
    assert.deepEqual([complete, duration, newest], [true, 61_000, '']);
    const title = thoughtTitle(lastOf(shown(...begun, thinks('One'), thought(61_000), end)));
    assert.equal(title, 'Thought for 1 min 1 s');
    assert.equal(thoughtTitle(lastOf(shown(...begun, thinks('One'), end))), 'Thought');
  });

  it('keep so much in the page, and show the newest all the same', () => {
    const item = lastOf(
      shown(
        ...begun,
        ...Array.from({ length: 60 }, () => thinks('x'.repeat(1000))),
        thinks('\nThe newest line.'),
      ),
    );
    assert.deepEqual([item.text.length, item.omitted], [longestThought, 10_017]);
    assert.equal(thoughtPreview(item.newest), 'The newest line.');
    assert.ok(item.newest.length < 2000);
  });
});

describe('the preview of a thought', () => {
  it('is the newest sentence or line, once it says something', () => {
    assert.equal(thoughtPreview('First I look. Then I answer the quest'), 'Then I answer the quest');
    assert.equal(thoughtPreview('First I look at it. Th'), 'First I look at it.');
    assert.equal(thoughtPreview('Let'), 'Let');
    assert.equal(thoughtPreview('**Reading the file**\n\n'), 'Reading the file');
    assert.equal(thoughtPreview('先看文件。然后回答这个问题，再检查一遍'), '然后回答这个问题，再检查一遍');
    assert.equal(thoughtPreview(' \n'), '');
  });

  it('is plain text in one line, in which nothing hides', () => {
    const plain = thoughtPreview('## 1. Use `read_file` of\t[the **docs**](https://x.y/z), not ![this](a)');
    assert.equal(plain, 'Use read_file of the docs, not this');
    assert.equal(thoughtPreview('- [ ] look at\n```ts\nconst snake_case = 1;'), 'const snake_case = 1;');
    assert.equal(thoughtPreview('> an <img src=x> \u202e that turns'), 'an <img src=x> \\u202e that turns');
  });

  it('is bounded, and moves on in steps where a sentence has no end', () => {
    const previews = new Set<string>();
    let newest = '';
    for (let at = 0; at < 4000; at++) {
      newest = newestThought(newest, `word${at % 7} `);
      const preview = thoughtPreview(newest);
      assert.ok(preview.length <= 151, `${preview.length} characters`);
      if (at > 100) assert.match(preview, /^…word\d /);
      previews.add(preview.slice(0, 20));
    }
    assert.ok(newest.length <= 1200);
    assert.ok(previews.size < 40, 'its beginning changes seldom');
  });

  it('takes any text', () => {
    for (const evil of ['[', '![](', '`', '**', ' ', '#> ', '\u{1f600}', '\ud83d', '\n'])
      assert.match(thoughtPreview(newestThought('', evil.repeat(5000))), /^.{0,300}$/u);
  });
});
