import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { Thought } from '../../src/converser/words/conversation/thought.ts';
import { spendingOf } from '../../src/converser/words/spending/spending.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

describe('what models thought, in the store', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const make = createdEach(canisterMaker);
  const file = () => temp.file('one.jsonl');
  const thought: Thought = { before: 'assistant-1', text: 'Größe?\n“Ja”.', duration: 12_400 };
  const turn = () => [make.user('user-1', 'Hello'), make.assistant('assistant-1', 'Hi')];
  const kept = async () => (await store.read('one')).thoughts;

  it('stands on a line of its own, before what it led to', async () => {
    await store.append('one', turn(), { thoughts: [thought, { ...thought, before: 'x', omitted: 7 }] });
    const [line, next] = (await readFile(file(), 'utf8')).split('\n').filter(Boolean);
    // Golden: files that were written once must be read for ever.
    assert.equal(
      line,
      'sUBpkdBavMab\t{"thoughts":[{"before":"assistant-1","text":"Größe?\\n“Ja”.","duration":12400},{"before":"x","text":"Größe?\\n“Ja”.","duration":12400,"omitted":7}]}',
    );
    assert.match(next ?? '', /\t\[\{"timestamp"/);
    assert.doesNotMatch(next ?? '', /Größe/);
    assert.deepEqual(await kept(), [thought]);
  });

  it('is there again, in the order of what it led to, and nothing that led nowhere', async () => {
    const call = [make.invocation('call-2', 'clock:current_time', {}), make.result('call-2', '12:00')];
    const next = [make.user('user-2', 'And?'), ...call, make.assistant('assistant-2', 'Noon.')];
    await store.append('one', turn(), { thoughts: [{ ...thought, before: 'nothing' }] });
    const later = [
      { ...thought, before: 'call-2', omitted: 7 },
      { ...thought, before: 'assistant-2' },
    ];
    const spent = { ...spendingOf({ input: 3 }), rounds: [] };
    await store.append('one', next, { thoughts: [...later.toReversed(), thought], spending: spent });
    assert.deepEqual(await kept(), [thought, ...later]);
    const { canisters, spending } = await store.read('one');
    assert.deepEqual([canisters.length, spending.total.input], [6, 3]);
    assert.deepEqual(canisters, await store.load('one'));
  });

  it('goes with a turn that is rolled back', async () => {
    await store.append('one', turn(), { thoughts: [thought] });
    const second = [make.user('user-2', 'And?'), make.assistant('assistant-2', 'So.')];
    await store.append('one', second, { thoughts: [{ ...thought, before: 'assistant-2' }] });
    await store.rollBack('one', 'user-2');
    assert.deepEqual(await kept(), [thought]);
  });

  it('is passed over where it is torn', async () => {
    await store.append('one', turn());
    assert.deepEqual(await kept(), []);
    assert.equal((await store.load('one')).length, 2);
    await store.append('one', [make.user('user-3', 'More')], { thoughts: [thought] });
    const bytes = await readFile(file());
    const end = bytes.lastIndexOf('{"thoughts"');
    await writeFile(file(), bytes.subarray(0, end + 20));
    assert.deepEqual(await kept(), []);
    await store.append('one', [make.user('user-4', 'Again')], { thoughts: [thought] });
    assert.deepEqual(await kept(), [thought]);
  });
});
