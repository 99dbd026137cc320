import assert from 'node:assert/strict';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { beginsTurn } from '../../../../src/converser/words/canister/input.ts';
import { closingOf, hasAnswer } from '../../../../src/converser/words/canister/interruption.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
const question = make.user('question', 'Do it.');
const call = make.invocation('call', 'a:write', {});
const result = make.result('call', 'done');
const added = { ...make.user('added', 'Faster!'), added: true } as const;
const answer = make.assistant('answer', 'Done.');

describe('a message that was added to a turn', () => {
  it('begins no turn, and the next one does, even right after it', () => {
    const canisters = [question, call, result, added, answer, question, added, question];
    const begun = canisters.map((canister, at) => beginsTurn(canister, canisters[at - 1]));
    assert.deepEqual(begun, [true, false, false, false, false, true, false, true]);
  });

  it('does not hide the calls before it from a turn that has no end', () => {
    const closing = closingOf([question, answer, question, call, result, added]);
    assert.match(textOf(closing?.content ?? []), /What the calls above changed has not been undone/);
    const none = closingOf([question, call, result, answer, question, added]);
    assert.doesNotMatch(textOf(none?.content ?? []), /calls above/);
  });

  it('makes no answer of what the model said before it', () => {
    assert.equal(hasAnswer([question, make.assistant('said', 'I look.'), added]), false);
    assert.equal(hasAnswer([question, call, result, added, answer]), true);
  });
});
