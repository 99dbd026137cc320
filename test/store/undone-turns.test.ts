import assert from 'node:assert/strict';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';

describe('a turn that was undone', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  beforeEach(async () => {
    for (const turn of ['one', 'two', 'three']) await store.append('c', turnOf(turn));
  });

  it('stays in the conversation, and away from models, whole', async () => {
    await store.setUndone('c', { turnId: 'document-two', isUndone: true });
    const canisters = await store.load('c');
    assert.equal(canisters.length, 15);
    const told = validHistory(canisters).map(({ id }) => id);
    assert.deepEqual(told, [...idsOf('one'), ...idsOf('three')]);
  });

  it('is told to models again once it is done again', async () => {
    const before = await store.load('c');
    for (const isUndone of [true, false, true, false])
      await store.setUndone('c', { turnId: 'document-three', isUndone });
    assert.deepEqual(await store.load('c'), before);
  });

  it('stays with models where something of it remains, with a note at its end', async () => {
    await store.setUndone('c', { turnId: 'document-one', isUndone: true, note: '[Undone.]' });
    const canisters = await store.load('c');
    assert.equal(validHistory(canisters).length, 15);
    const noted = canisters.filter(({ content }) => textOf(content).includes('[Undone.]'));
    assert.equal(noted.map(({ id }) => id).join(), 'assistant-one');
  });

  it('has the note before what stands for a missing end, which people do not read', async () => {
    const interrupted = { kind: 'stopped', message: 'You stopped it.' } as const;
    const [document, user, invocation, result] = turnOf('four');
    assert.ok(document && user && invocation && result);
    const end: Canister = { ...common('end'), role: 'assistant', content: [text('[Stopped.]')], interrupted };
    await store.append('c', [document, user, invocation, result, end]);
    await store.setUndone('c', { turnId: 'document-four', isUndone: true, note: '[Undone.]' });
    const last = (await store.load('c')).at(-1);
    assert.deepEqual(last?.content, [text('[Undone.]'), text('[Stopped.]')]);
  });

  it('goes with what was added while it ran, which is no turn of its own', async () => {
    const [document, user, invocation, result, answer] = turnOf('four');
    assert.ok(document && user?.role === 'user' && invocation && result && answer);
    const added: Canister = { ...user, id: 'added-four', added: true };
    await store.append('c', [document, user, invocation, result, added, answer]);
    await store.setUndone('c', { turnId: 'added-four', isUndone: true });
    assert.ok((await store.load('c')).every(({ marks }) => marks.active));
    await store.setUndone('c', { turnId: 'document-four', isUndone: true });
    const undone = (await store.load('c')).filter(({ marks }) => !marks.active).map(({ id }) => id);
    assert.deepEqual(undone, [...idsOf('four').toSpliced(4, 0, 'added-four')]);
  });

  it('counts for nothing where no turn has that id', async () => {
    const before = await store.load('c');
    await store.setUndone('c', { turnId: 'assistant-one', isUndone: true });
    await store.setUndone('c', { turnId: 'nobody', isUndone: true });
    assert.deepEqual(await store.load('c'), before);
  });
});

function idsOf(turn: string): readonly string[] {
  return ['document', 'user', 'invocation', 'result', 'assistant'].map(role => `${role}-${turn}`);
}

function turnOf(turn: string): readonly Canister[] {
  const [document = '', user = '', invocation = '', result = '', assistant = ''] = idsOf(turn);
  return [
    { ...common(document), role: 'document' },
    { ...common(user), role: 'user' },
    { ...common(invocation), role: 'invocation', ensemble: 'e', name: 'n', arguments: {} },
    { ...common(result), role: 'result', invocationId: invocation },
    { ...common(assistant), role: 'assistant' },
  ];
}

function common(id: string) {
  return { id, timestamp: '2026-01-01T00:00:00.000Z', content: [text(id)], marks: ordinaryMarks };
}
