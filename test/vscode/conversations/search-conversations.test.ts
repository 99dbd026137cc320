import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConversationFinder } from '../../../src/store/conversation-finder.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import type { Choice, Search } from '../../../src/vscode/common/ask-in-vscode.ts';
import {
  type FoundPlace,
  type OpenCommandPorts,
  openCommand,
} from '../../../src/vscode/conversations/open-command.ts';
import { parseQuery } from '../../../src/vscode/conversations/search-query.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

describe('what you type to search conversations', () => {
  it('is words, which quotes keep together, and filters', () => {
    const text =
      'retry "back  off" model:gpt tool:"read file" is:failed IS:changed after:2026-01-31 a:b is:odd';
    assert.deepEqual(parseQuery(text).query, {
      words: ['retry', 'back  off', 'a:b', 'is:odd'],
      model: 'gpt',
      tool: 'read file',
      failed: true,
      changed: true,
      after: '2026-01-31',
    });
  });

  it('says how a day is written', () => {
    for (const day of ['yesterday', '2026-13-01', '31.1.2026'])
      assert.match(parseQuery(`before:${day}`).mistake ?? '', /before:2026-01-31/);
  });
});

describe('a search through conversations', () => {
  let folder: string;
  let store: ConversationStore;
  let opened: FoundPlace[];
  const log: string[] = [];
  const make = canisterMaker();
  const spent = { requests: 1, input: 1, output: 1, cached: 0, reasoning: 0, rounds: [] };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'converser-search-'));
    store = createConversationStore(folder);
    await store.append(
      'one',
      [
        make.user('user-1', 'Where are zebras\nkept?'),
        make.invocation('call-1', 'zoo:find', { path: 'src/stable.ts', deep: true }),
        make.result('call-1', 'In the **barn**.'),
        make.assistant('answer-1', 'The `zebras` live in a barn.'),
      ],
      { spending: spent, model: 'acme/large' },
    );
    await store.append('one', [make.user('user-2', 'And horses?'), make.assistant('answer-2', 'No barn.')]);
    await store.append('two', [
      make.user('user-3', 'Feed the lions'),
      make.invocation('call-2', 'zoo:feed', { animal: 'lion' }),
      make.failure('call-2', { kind: 'execution', message: 'The barn is locked.' }),
      make.assistant('answer-3', 'It failed.'),
    ]);
    await store.rename('two', 'Big cats');
  });

  beforeEach(() => {
    opened = [];
  });

  after(() => rm(folder, { recursive: true }));

  /** The last list for a text, one line for each row, and opens the first row. */
  async function search(text: string, ports: Partial<OpenCommandPorts> = {}): Promise<readonly string[]> {
    let choices: readonly Choice<unknown>[] = [];
    await openCommand({
      store,
      finder: createConversationFinder(folder, () => undefined),
      changedTurns: async () => new Set(['user-2']),
      skipped: ({ id }) => log.push(id),
      now: () => ({ shown: '', running: [], waiting: [], unseen: [], time: new Date(), language: 'en' }),
      ask: {
        async search<T>({ find }: Search<T>) {
          const lists = await Array.fromAsync(find(text, new AbortController().signal));
          choices = lists.at(-1) ?? [];
          return lists.at(-1)?.[0]?.value;
        },
      },
      open: async place => void opened.push(place),
      ...ports,
    });
    return choices.map(({ label, detail = '' }) => [label, detail].filter(Boolean).join(' | '));
  }

  it('finds words of messages, answers, arguments and results, in any case and however they are broken', async () => {
    for (const [text, line] of Object.entries({
      'ZEBRAS KEPT': 'Where are zebras kept?',
      '"live in a barn"': 'The zebras live in a barn.',
      'src/stable.ts': 'path: src/stable.ts, deep: true',
      'in the **': 'In the **barn**.',
      'zoo:find': 'zoo:find',
    }))
      assert.deepEqual(await search(text), [`Where are zebras | ${line}`], text);
    assert.deepEqual(opened.at(0), { conversation: 'one', turn: 0, find: 'ZEBRAS KEPT' });
  });

  it('finds what looks the same, however its characters are composed', async () => {
    const [composed, apart] = (['NFC', 'NFD'] as const).map(form => '한글 café'.normalize(form));
    await store.append('composed', [
      make.user('user-4', `Was ${composed}?`),
      make.assistant('answer-4', 'No.'),
    ]);
    await store.append('apart', [make.user('user-5', `Is ${apart}.`), make.assistant('answer-5', 'Yes.')]);
    for (const written of [composed, apart, 'CAFÉ', 'CAFÉ'.normalize('NFD'), '한글']) {
      const found = await search(written ?? '');
      assert.equal(new Set(found.map(line => line.split(' ', 1)[0])).size, 2, written);
    }
    await Promise.all(['composed', 'apart'].map(id => store.remove(id)));
  });

  it('wants all words in the same turn, and shows the turns of a conversation, the newest first', async () => {
    assert.deepEqual(await search('zebras horses'), ['No conversation found']);
    assert.deepEqual(await search('barn zebras'), ['Where are zebras | Where are zebras kept?']);
    assert.deepEqual(await search('barn'), [
      'Big cats | The barn is locked.',
      'Where are zebras | No barn.',
      'Where are zebras | In the **barn**.',
    ]);
  });

  it('opens what you pick by its title as you left it', async () => {
    assert.deepEqual(await search('big CATS'), ['Big cats']);
    assert.deepEqual(opened, [{ conversation: 'two' }]);
    assert.deepEqual(await search('where are'), [
      'Where are zebras',
      'Where are zebras | Where are zebras kept?',
    ]);
    assert.deepEqual(opened[1], { conversation: 'one' });
  });

  it('keeps to the model, the tool, what failed or changed something, and the days', async () => {
    const first = 'Where are zebras | Where are zebras kept?';
    assert.deepEqual(await search('model:LARGE'), [first]);
    assert.deepEqual(opened, [{ conversation: 'one', turn: 0, find: 'Where are zebras kept?' }]);
    assert.deepEqual(await search('tool:zoo:find'), [
      'Where are zebras | zoo:find path: src/stable.ts, deep: true',
    ]);
    assert.deepEqual(await search('tool:feed is:failed'), ['Big cats | zoo:feed lion']);
    assert.deepEqual(await search('is:failed'), ['Big cats | Feed the lions']);
    assert.deepEqual(await search('is:changed barn'), ['Where are zebras | No barn.']);
    assert.deepEqual(await search('barn before:2026-11-20'), ['No conversation found']);
    assert.equal((await search('barn after:2026-11-20')).length, 3);
    assert.deepEqual(await search('barn after:2026-11-22'), ['No conversation found']);
  });

  it('lists the newest where nothing is typed, and says what it can’t take', async () => {
    assert.deepEqual(await search(' '), ['Big cats', 'Where are zebras']);
    assert.match((await search('after:soon'))[0] ?? '', /^Enter a day/);
    assert.equal(opened.length, 1);
  });

  it('skips what can’t be read, and says so once', async () => {
    const reading: Pick<ConversationStore, 'list' | 'read'> = {
      list: store.list,
      read: id => (id === 'two' ? Promise.reject(new Error('It is locked.')) : store.read(id)),
    };
    const found = await search('barn', { store: reading });
    assert.equal(found.length, 3);
    assert.equal(found.at(-1), '“Big cats” can’t be read, and is left out. The log says why.');
    assert.deepEqual(log, ['two']);
  });
});
