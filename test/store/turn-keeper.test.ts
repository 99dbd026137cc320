import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { type ConversationStore, createConversationStore } from '../../src/store/conversation-store.ts';
import { changeAhead, createTurnKeeper } from '../../src/store/stored-conversation.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

describe('the keeper of a turn', () => {
  const temp = eachTest(() => createTempFolder());
  const read = { invocable: () => 'x', annotations: { readOnly: true } };

  /** Runs a turn, and resolves to what happened to its file, beside the calls. */
  async function run(rounds: readonly string[], more: Partial<ConversationStore> = {}) {
    const happened: string[] = [];
    const store: ConversationStore = { ...createConversationStore(temp.path), ...more };
    const write = { invocable: () => void happened.push('change'), annotations: { readOnly: false } };
    const ensembles = [createFakeEnsemble('e', { read, write })];
    const ports = await createFakePorts({ ensembles, answers: Array<'once'>(3).fill('once') });
    const conversation = createConversation('one');
    const keep = createTurnKeeper(
      { conversation, spendings: {}, thoughts: new Map(), versions: new Map() },
      {
        host: ports.host,
        store: {
          ...store,
          append: async (id, joined, details) => {
            await store.append(id, joined, details);
            if (joined.length > 0) happened.push(`write ${joined.length}`);
          },
          settle: async id => {
            happened.push('settle');
            await store.settle(id);
          },
        },
      },
    );
    const model = createScriptedModel(...rounds.map(name => invokes([`e__${name}`, {}])), says('Done.'));
    const { signal } = new AbortController();
    const options = { ports, model, signal, beforeChange: async () => void (await keep(changeAhead)) };
    for await (const event of converse(conversation, { content: [text('Go.')] }, options)) {
      if (event.type === 'turn-start' || event.type === 'joined' || event.type === 'turn-end')
        await keep(event);
      const stored = await readFile(temp.file('one.jsonl'), 'utf8').catch(() => '');
      if (event.type === 'joined') assert.ok(event.canisters.every(({ id }) => stored.includes(id)));
    }
    return { happened, host: ports.host, conversation, store };
  }

  it('writes what joins at once, and has the disk take it once where nothing is changed', async () => {
    const { happened, conversation, store } = await run(['read', 'read']);
    assert.deepEqual(happened, ['write 1', 'write 2', 'write 2', 'write 1', 'settle']);
    assert.deepEqual(await store.load('one'), conversation.canisters);
  });

  it('says with what a turn cost which model it asked', async () => {
    const { conversation, store } = await run([]);
    const [listed] = await store.list();
    assert.ok(listed?.model);
    const { turns } = (await store.read('one')).spending;
    assert.equal(turns[conversation.canisters.at(-1)?.id ?? '']?.model, listed.model);
  });

  it('has the disk take what joined before a change, and soon after it what was changed', async () => {
    const { happened } = await run(['read', 'write', 'read']);
    const before = ['write 1', 'write 2', 'settle', 'change', 'write 2', 'settle'];
    assert.deepEqual(happened, [...before, 'write 2', 'write 1', 'settle']);
  });

  it('warns where the disk doesn’t take it, and gives it back to be stored again', async () => {
    const { host, conversation } = await run(['read'], {
      settle: () => Promise.reject(new Error('The disk is broken.')),
    });
    assert.match(
      host.alerted.join(),
      /could not store this turn: The disk is broken\. It tries again with your next message/,
    );
    assert.match(host.logged.join(), /The disk is broken/);
    assert.equal(conversation.canisters.length, 4);
  });
});
