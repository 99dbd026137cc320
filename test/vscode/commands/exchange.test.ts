import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findSessions } from '../../../src/house/exchange/find-sessions.ts';
import { importConversation } from '../../../src/house/exchange/import-conversation.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import { conversationsElsewhere } from '../../../src/store/exchange/other-workspaces.ts';
import { beginRecording, recordingFile } from '../../../src/store/recording-file.ts';
import { type ExchangePorts, exchangeCommands } from '../../../src/vscode/commands/exchange-commands.ts';
import { createExchangeFiles } from '../../../src/vscode/commands/exchange-files.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { claudeSession, jsonl } from '../../house/exchange/sessions.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

describe('Export Conversation and Import Conversation', () => {
  let folder: string;
  let own: string;
  let store: ConversationStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-exchange-'));
    own = join(folder, 'storages', 'here', 'a.converser', 'conversations');
    store = createConversationStore(own);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const places = () => ({
    own,
    storages: join(folder, 'storages'),
    withoutFolder: join(folder, 'globalStorage', 'a.converser', 'conversations'),
  });

  /** `chosen` stands for what a dialog for files returns. */
  async function exchange(answers: readonly string[], chosen?: vscode.Uri) {
    const surfaces = await fakeSurfaces({ store });
    const { host } = surfaces;
    const said: string[] = [];
    const offered: string[] = [];
    const person = createScriptedPerson(...answers);
    const ports: ExchangePorts = {
      ...surfaces,
      store,
      ask: person,
      inform: async message => void said.push(message),
      showFailure: cause => assert.fail(String(cause)),
      files: {
        ...createExchangeFiles(),
        async save({ name, text }) {
          offered.push(name);
          await writeFile(join(folder, name), text);
          return { name, open: async () => {} };
        },
        choose: async () => chosen,
      },
      exchange: {
        take: bytes => importConversation(bytes, { store, host }),
        find: (source, signal) =>
          source === 'elsewhere'
            ? conversationsElsewhere({ ...places(), signal })
            : findSessions(source, {
                roots: ['/work'],
                env: { CLAUDE_CONFIG_DIR: folder, CODEX_HOME: folder },
                signal,
              }),
      },
      focusSidebar: async () => {},
    };
    return { ...surfaces, run: exchangeCommands(ports), said, offered, person };
  }

  it('write the shown conversation, and open what was read from that file', async () => {
    const make = canisterMaker();
    await store.append('one', [
      make.user('u', 'What is a/हिन्दी: "c"?\nx'),
      make.assistant('a', 'A path, key-4711-abcd.'),
    ]);
    const { run, conversation, offered, said, host } = await exchange(['JSON', 'HTML', 'Markdown']);
    host.secrets.learn('key-4711-abcd');
    await conversation.open('one');
    for (let times = 0; times < 3; times++) await run[commands.exportConversation]?.();
    const name = 'What is a हिन्दी c';
    assert.deepEqual(offered, [`${name}.json`, `${name}.html`, `${name}.md`]);
    assert.equal(said[0], `Exported to ${name}.json. The secrets that Converser knows are hidden in it.`);
    assert.match(await readFile(join(folder, `${name}.md`), 'utf8'), /A path, ••••\./);

    const file = vscode.Uri.file(join(folder, `${name}.json`));
    const back = await exchange(['From a File'], file);
    await back.run[commands.importConversation]?.();
    assert.notEqual(back.conversation.id, 'one');
    assert.equal(back.conversation.shown.canisters.length, 2);
    assert.match(
      back.said.join(),
      /^Imported from Converser\. Converser treats its content as coming from outside/,
    );
    assert.deepEqual([...back.conversation.shown.exposure.outside.keys()], ['import:Converser']);
  });

  it('write the recording of the conversation as it is, if there is one', async () => {
    const make = canisterMaker();
    await store.append('one', [make.user('u', 'Roll.'), make.assistant('a', 'Six.')]);
    const { run, conversation, offered } = await exchange(['Recording']);
    await conversation.open('one');
    await assert.rejects(async () => run[commands.exportConversation]?.(), /There is no Recording/);
    const recording = recordingFile(own, 'one');
    beginRecording(recording);
    const again = await exchange(['Recording']);
    await again.conversation.open('one');
    await again.run[commands.exportConversation]?.();
    assert.deepEqual([offered, again.offered], [[], ['Roll.recording']]);
    assert.equal(await readFile(join(folder, 'Roll.recording'), 'utf8'), await readFile(recording, 'utf8'));
  });

  it('list the sessions of this folder, and go on with the chosen one', async () => {
    const { user, assistant } = claudeSession();
    const session = jsonl([user('Fix it.'), assistant('m', { type: 'text', text: 'Fixed.' })]);
    const place = vscode.Uri.file(join(folder, 'projects', '-work', 'a.jsonl'));
    await vscode.workspace.fs.writeFile(place, Buffer.from(session));
    const { run, conversation, person } = await exchange(['From Claude Code', 'Fix it.']);
    await run[commands.importConversation]?.();
    assert.deepEqual(person.asked, ['Import Conversation', 'Import from Claude Code']);
    assert.deepEqual(person.waited, ['Looking for sessions of Claude Code…', 'Importing the conversation…']);
    assert.equal(conversation.shown.canisters.length, 2);
  });

  it('go on with what you said to Converser in another folder, which keeps it', async () => {
    const make = canisterMaker();
    await store.append('here', [make.user('u', 'Here.'), make.assistant('a', 'Yes.')]);
    const other = createConversationStore(
      join(own, '..', '..', '..', 'there', 'a.converser', 'conversations'),
    );
    await other.append('there', [make.user('u', 'How is it there?'), make.assistant('a', 'Fine.')]);
    await other.append('led', [make.user('u', 'No.')], {
      origin: { client: 'cline', model: 'a/b', tools: [] },
    });
    const place = JSON.stringify({ folder: 'file:///work/my%20shop' });
    await writeFile(join(own, '..', '..', '..', 'there', 'workspace.json'), place);
    await writeFile(join(own, '..', '..', '..', 'a-file'), '');
    const without = createConversationStore(places().withoutFolder);
    await without.append('begun', [make.user('u', 'Before a folder was open.'), make.assistant('a', 'Yes.')]);
    const { signal } = new AbortController();
    const found = await conversationsElsewhere({ ...places(), signal });
    assert.deepEqual(found.map(({ workspace, title }) => [workspace, title]).sort(), [
      ['my shop', 'How is it there?'],
      ['no folder', 'Before a folder was open.'],
    ]);
    const fromThere = await conversationsElsewhere({ ...places(), own: places().withoutFolder, signal });
    assert.deepEqual(fromThere.map(({ title }) => title).sort(), ['Here.', 'How is it there?']);
    const { run, conversation, person } = await exchange(['From Another Folder', 'How is it there?']);
    await run[commands.importConversation]?.();
    assert.deepEqual(person.asked, ['Import Conversation', 'Import from Another Folder']);
    assert.equal(conversation.shown.canisters.length, 2);
    assert.deepEqual((await other.load('there')).length, 2);
    assert.deepEqual((await store.list()).length, 2);
  });

  it('say what is missing, and change nothing', async () => {
    const { run, said, conversation } = await exchange(
      ['Markdown', 'From Codex', 'From a File'],
      vscode.Uri.file(join(folder, 'none.json')),
    );
    const { id } = conversation;
    await run[commands.exportConversation]?.();
    await run[commands.importConversation]?.();
    assert.deepEqual(said, [
      'This conversation is not stored yet: send a message first.',
      'No sessions of Codex found for this folder. Choose “From a File…” for others.',
    ]);
    await assert.rejects(async () => run[commands.importConversation]?.());
    assert.equal(conversation.id, id);
    assert.deepEqual(await store.list(), []);
  });
});
