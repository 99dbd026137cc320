import assert from 'node:assert/strict';
import { createPageMemory } from '../../../src/sidebar/page/page-memory.ts';

describe('the memory of the sidebar’s page', () => {
  it('keeps what you type in a private conversation to the page', () => {
    let state: unknown;
    const memory = createPageMemory({
      postMessage() {},
      getState: () => undefined,
      setState(now) {
        state = now;
      },
    });
    memory.draft = 'Ordinary';
    memory.addSent('Sent');
    const before = state;
    memory.isPrivate = true;
    memory.draft = 'Secret';
    memory.addSent('Secret, too');
    memory.keepFormDrafts('form', { name: 'Secret' });
    assert.equal(memory.draft, 'Secret');
    assert.equal(state, before);
    memory.draft = '';
    memory.isPrivate = false;
    memory.draft = 'Ordinary again';
    assert.match(JSON.stringify(state), /Ordinary again/);
    assert.deepEqual(memory.sent, ['Sent']);
  });
});
