import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Canister,
  isInvocation,
  isResult,
  ordinaryMarks,
} from '../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';
import { validHistory } from '../../../../src/converser/words/canister/valid-history.ts';
import { pluck } from '../../pluck.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', content: [], marks: ordinaryMarks };

function canister(word: string, id = word): Canister {
  const marks = { active: !word.endsWith('!'), pinned: false };
  const [kind = '', number = ''] = word.replace('!', '').split('');
  if (kind === 'c')
    return { ...common, marks, id: `c${number}`, role: 'invocation', ensemble: '', name: 'n', arguments: {} };
  if (kind === 'x')
    return { ...common, marks, id, role: 'assistant', interrupted: { kind: 'refused', message: 'No.' } };
  if (kind === 'r') return { ...common, marks, id, role: 'result', invocationId: `c${number}` };
  return { ...common, marks, id, role: kind === 'u' ? 'user' : 'assistant' };
}

/** `u` user, `a` assistant, `c1` call 1, `r1` a result of it, `!` not active. */
function sounded(words: string): string {
  const sound = validHistory(words.split(' ').map(word => canister(word)));
  return sound.map(({ id }) => id.replace('interrupted-c', 'i')).join(' ');
}

describe('a sound history', () => {
  it('is left as it is', () => {
    for (const words of ['u a', 'u a c1 c2 r1 r2 a u a', 'u c1 r1 c2 r2 a'])
      assert.equal(sounded(words), words);
  });

  it('has a result for each call, also where none was kept', () => {
    assert.equal(sounded('u c1 c2 r2 a'), 'u c1 c2 i1 r2 a');
    assert.equal(sounded('u c1'), 'u c1 i1');
  });

  it('has no result without a call before it, and no second one', () => {
    assert.equal(sounded('r1 u c1 r1 r1 a r9'), 'u c1 r1 a');
  });

  it('has no second call of the same id', () => {
    assert.equal(sounded('u c1 c1 r1 a'), 'u c1 r1 a');
    assert.equal(sounded('u c1 r1 c1 r1 a'), 'u c1 r1 a');
  });

  it('keeps the results of a round together, in the order of its calls', () => {
    assert.equal(sounded('u c1 c2 r2 r1 a'), 'u c1 c2 r1 r2 a');
    assert.equal(sounded('u c1 a r1'), 'u c1 r1 a');
  });

  it('drops both of a pair when one is not active', () => {
    assert.equal(sounded('u c1! r1 a'), 'u a');
    assert.equal(sounded('u c1 r1! a'), 'u a');
    assert.equal(sounded('u! c1 r1 a!'), 'c1 r1');
  });

  it('has a question once that was asked again after nothing was done, and what came with it for good', () => {
    const asked = (id: string, question: string): Canister => ({
      ...canister('u', id),
      content: [text(question)],
    });
    const failed = (id: string): Canister => ({
      ...canister('a', id),
      role: 'assistant',
      content: [text('Half an answer'), text('[An error ended this turn in the middle of your answer.]')],
      interrupted: { kind: 'failed', message: 'Broken off.', code: 'model-unreachable' },
    });
    const told: Canister = { ...common, id: 'told', role: 'document', stands: 'instructions' };
    const attached: Canister = { ...common, id: 'attached', role: 'document' };
    const compaction: Canister = {
      ...common,
      ...{ id: 'compaction', role: 'compaction', reason: 'asked', results: [], passages: [] },
      tokens: { before: 0, after: 0 },
    };
    const ids = (list: readonly Canister[]) => validHistory(list).map(({ id }) => id);
    const first = [asked('u0', 'Hi'), canister('a', 'a0'), told, attached, asked('u1', 'Why?'), failed('f1')];
    assert.deepEqual(ids([...first, attached, asked('u2', 'Why?')]), ['u0', 'a0', 'told', 'attached', 'u2']);
    const twice = [...first, asked('u2', 'Why?'), failed('f2'), compaction, asked('u3', 'Why?')];
    assert.deepEqual(ids(twice), ['u0', 'a0', 'told', 'u3']);
    const other = [...first, asked('u2', 'How?')];
    assert.deepEqual(
      ids(other),
      other.map(({ id }) => id),
    );
    const worked = [asked('u1', 'Go'), canister('c1'), canister('r1'), failed('f1'), asked('u2', 'Go')];
    assert.deepEqual(ids(worked), ['u1', 'c1', 'r1', 'f1', 'u2']);
  });

  it('is the same where only what has been added is checked', () => {
    const asked = Array.from({ length: 30 }, (_, at) => canister(at % 2 === 0 ? 'u' : 'a', `past-${at}`));
    const words = fc.array(
      fc
        .tuple(fc.constantFrom('u', 'u', 'a', 'x', 'c1', 'c2', 'r1', 'r2', 'c3', 'r3'), fc.boolean())
        .map(([word, isActive]) => (isActive ? word : `${word}!`)),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(words, fc.nat(30), words, (one, kept, other) => {
        const past = [{ ...canister('u', 'first') }, ...asked, ...asked.map(each => ({ ...each }))];
        const before = one.map((word, at) => canister(word, `${word}-${at}`));
        validHistory([...past, ...before]);
        const now = [
          ...past,
          ...before.slice(0, kept),
          ...other.map((word, at) => canister(word, `${word}+${at}`)),
        ];
        const anew = validHistory(now.map(each => ({ ...each })));
        assert.deepEqual(validHistory(now), anew);
      }),
      { numRuns: 2_000 },
    );
  });

  it('comes of any list, holds no orphan, keeps the order and stays as it is', () => {
    const word = fc.tuple(
      fc.constantFrom('u', 'a', 'c0', 'c1', 'c2', 'r0', 'r1', 'r2'),
      fc.constantFrom('', '', '!'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), words => {
        const given = words.map(([kind, mark], index) => canister(kind + mark, `id-${index}`));
        const sound = validHistory(given);
        assert.deepEqual(validHistory(sound), sound);
        assert.ok(sound.every(({ marks }) => marks.active));
        const calls = sound.filter(isInvocation).map(({ id }) => id);
        assert.deepEqual(pluck(sound.filter(isResult), 'invocationId'), calls);
        assert.equal(new Set(calls).size, calls.length);
        for (const [at, one] of sound.entries()) {
          if (isResult(one)) assert.ok(sound.findIndex(({ id }) => id === one.invocationId) < at);
        }
        const others = (list: readonly Canister[]) =>
          list.filter(one => one.marks.active && !isInvocation(one) && !isResult(one));
        assert.deepEqual(others(sound), others(given));
      }),
      { numRuns: 500 },
    );
  });
});
