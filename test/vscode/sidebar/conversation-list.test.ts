import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import type { AskUser } from '../../../src/vscode/common/ask-in-vscode.ts';
import { commands, conversationRowCommands } from '../../../src/vscode/common/contributions.ts';
import { conversationGroups } from '../../../src/vscode/conversations/conversation-rows.ts';
import { rowCommands } from '../../../src/vscode/conversations/row-commands.ts';
import { historyCommands, type ShownHistoryPorts } from '../../../src/vscode/sidebar/list-commands.ts';
import { eventually, often } from '../../eventually.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { fakeSurfaces, hangs, written } from '../support/fake-surfaces.ts';

describe('the history', () => {
  let folder: string;
  let store: ConversationStore;
  const make = canisterMaker();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-history-'));
    store = createConversationStore(folder);
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Enters the name, and has a row of the view for each conversation. */
  async function history(name = '') {
    const surfaces = await fakeSurfaces({ store });
    const said: string[] = [];
    const problems: string[] = [];
    const undo = Promise.withResolvers<string | undefined>();
    const ask: Pick<AskUser, 'enter'> = {
      async enter({ take }) {
        for (const text of ['', name]) {
          const taken = await take(text, new AbortController().signal);
          if ('value' in taken) return taken.value;
          problems.push(taken.problem);
        }
        return undefined;
      },
    };
    const failures: unknown[] = [];
    const restored = Promise.withResolvers<void>();
    const remove: ConversationStore['remove'] = async id => {
      const restore = await store.remove(id);
      return async () => restored.resolve(await restore());
    };
    const ports: ShownHistoryPorts = {
      ...surfaces,
      finished: { unseen: [] },
      store: { ...store, remove },
      ask,
      notices: {
        inform: (message, ...buttons) => {
          said.push(message);
          return buttons.length === 0 ? Promise.resolve(undefined) : undo.promise;
        },
        showFailure: cause => failures.push(cause),
      },
      open: id => surfaces.conversation.open(id),
      page: { focus: async () => {} },
    };
    const row = async (title: string) => (await rows()).find(each => each.title === title);
    const run = {
      ...historyCommands(ports),
      ...rowCommands({ ...ports, store: { ...store, remove }, changed() {}, selected: () => [] }),
    };
    return { ...surfaces, run, row, said, problems, undo, restored, failures };
  }

  const rows = async () => {
    const now = { shown: '', running: [], waiting: [], unseen: [], time: new Date(), language: 'en' };
    return conversationGroups(await store.list(), now).flatMap(group => group.rows);
  };
  const titles = async () => (await rows()).map(({ title }) => title).sort();

  const ask = (id: string) =>
    store.append(id, [make.user(`user-${id}`, id), make.assistant(`assistant-${id}`, 'Yes.')]);

  it('opens a conversation by its row', async () => {
    await ask('one');
    const { run, row, conversation } = await history();
    await run[conversationRowCommands.open]?.(await row('one'));
    assert.equal(conversation.id, 'one');
  });

  it('has a conversation whose first turn failed, and one whose first turn was stopped', async () => {
    const { conversation } = await history();
    const failing = createScriptedModel([
      { type: 'failure', error: errorData(errors.modelFailed('Acme', 'it is out of order.')) },
    ]);
    assert.equal((await conversation.shown.send(written('it fails'), failing))?.outcome, 'failed');
    await conversation.open();
    const asked = Promise.withResolvers<void>();
    const hanging = createScriptedModel(async function* (_request, signal) {
      asked.resolve();
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      yield* [];
    });
    const sent = conversation.shown.send(written('it hangs'), hanging);
    await asked.promise;
    conversation.shown.stop();
    await sent;
    assert.deepEqual(await titles(), ['it fails', 'it hangs']);
  });

  it('renames one by its row, and the one that is shown', async () => {
    await ask('one');
    const { run, row, conversation, problems, said } = await history(' My   name ');
    await run[conversationRowCommands.rename]?.(await row('one'));
    assert.deepEqual(await titles(), [' My name ']);
    assert.deepEqual(problems, ['Enter a name.']);
    await run[commands.renameConversation]?.();
    assert.deepEqual(said, ['This conversation is not stored yet: send a message first.']);
    await conversation.open('one');
    await run[commands.renameConversation]?.();
    assert.equal(said.length, 1);
  });

  it('deletes one by its row, and brings it back', async () => {
    await ask('one');
    await ask('two');
    const { run, row, said, undo, restored } = await history();
    await run[conversationRowCommands.remove]?.(await row('one'));
    assert.deepEqual(await titles(), ['two']);
    assert.deepEqual(said, ['Deleted “one”.']);
    undo.resolve('Undo');
    await restored.promise;
    assert.equal((await store.list()).length, 2);
  });

  it('offers to bring one back again where that failed', async () => {
    await ask('one');
    const { run, row, undo, restored, failures } = await history();
    await run[conversationRowCommands.remove]?.(await row('one'));
    await mkdir(join(folder, 'one.jsonl'));
    undo.resolve('Undo');
    await eventually(often, async () => failures.length > 0);
    await rm(join(folder, 'one.jsonl'), { recursive: true });
    await restored.promise;
    assert.deepEqual(await titles(), ['one']);
  });

  it('lists what you are just bringing back', async () => {
    await ask('one');
    await ask('two');
    const { run, row, undo } = await history();
    await run[conversationRowCommands.remove]?.(await row('one'));
    undo.resolve('Undo');
    // VS Code passes on a button that was pressed before it reads the list again.
    await undo.promise;
    assert.deepEqual(await titles(), ['one', 'two']);
  });

  it('deletes the one that is shown while it runs, shows a new one, and shows it again if you undo that', async () => {
    const { run, conversation, undo } = await history();
    await conversation.shown.send(written('hello'), createScriptedModel(says('Hi.')));
    const { id } = conversation;
    const sent = conversation.shown.send(written('more'), createScriptedModel(hangs));
    await run[commands.deleteConversation]?.();
    assert.equal((await sent)?.outcome, 'stopped');
    assert.notEqual(conversation.id, id);
    assert.deepEqual(await store.list(), []);
    const shown = new Promise<void>(resolve => conversation.onDidChange(resolve));
    undo.resolve('Undo');
    await shown;
    assert.equal(conversation.id, id);
    const roles = conversation.shown.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'user', 'assistant']);
  });
});
