import assert from 'node:assert/strict';
import type { Mode } from '../../../src/converser/words/conversation/mode.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import {
  createChosenEfforts,
  createChosenModes,
} from '../../../src/vscode/sidebar/conversation/chosen-by-conversation.ts';
import { createConversationModes } from '../../../src/vscode/sidebar/conversation/conversation-modes.ts';
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

  it('accept edits in their conversation alone, and from the moment on that you choose them until you choose others', () => {
    const known = { title: '', description: '', instructions: '', readOnly: false, options: {} };
    const all: Mode[] = [
      { ...known, name: 'agent', origin: 'shipped' },
      { ...known, name: 'edits', acceptsEdits: true, origin: 'shipped' },
    ];
    const modes = createConversationModes({
      chosen: createChosenModes(memento({ 'converser.modes': { b: 'gone' } })),
      modes: { all },
      models: createModelRoster(),
    });
    const accepting = () => ['a', 'b', 'c'].filter(modes.acceptsEdits);
    assert.deepEqual(accepting(), []);
    modes.choose('a', 'edits');
    assert.deepEqual(accepting(), ['a']);
    modes.choose('a', 'agent');
    assert.deepEqual(accepting(), []);
  });
});
