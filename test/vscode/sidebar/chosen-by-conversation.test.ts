import assert from 'node:assert/strict';
import {
  createChosenEfforts,
  createChosenModes,
} from '../../../src/vscode/sidebar/conversation/chosen-by-conversation.ts';
import { memento } from '../support/compose.ts';

describe('the efforts that you choose', () => {
  it('are kept by conversation', () => {
    const state = memento();
    const efforts = createChosenEfforts(state);
    efforts.choose('a', 'high');
    efforts.choose('b', 'none');
    efforts.choose('a', 'low');
    const chosen = ['a', 'b', 'c', 'toString'].map(createChosenEfforts(state).of);
    assert.deepEqual(chosen, ['low', 'none', undefined, undefined]);
    efforts.choose('a', undefined);
    assert.equal(efforts.of('a'), undefined);
  });

  it('are forgotten after many, and where they are none', () => {
    const state = memento();
    const efforts = createChosenEfforts(state);
    for (let at = 0; at < 250; at++) efforts.choose(`c${at}`, 'low');
    assert.equal(efforts.of('c49'), undefined);
    assert.equal(efforts.of('c50'), 'low');
    assert.equal(createChosenEfforts(memento({ 'converser.efforts': { a: 'huge' } })).of('a'), undefined);
  });
});

describe('the modes that you choose', () => {
  it('are kept by conversation, whatever becomes of the modes', () => {
    const state = memento({ 'converser.modes': { a: 'review', b: 7 } });
    const modes = createChosenModes(state);
    modes.choose('c', 'plan');
    const chosen = ['a', 'b', 'c', 'd'].map(createChosenModes(state).of);
    assert.deepEqual(chosen, ['review', undefined, 'plan', undefined]);
  });
});
