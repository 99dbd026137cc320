import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import type { StoredConversation } from '../../../src/store/conversation-index.ts';
import type { ConversationStore } from '../../../src/store/conversation-store.ts';
import { conversationRowCommands } from '../../../src/vscode/common/contributions.ts';
import { conversationGroups } from '../../../src/vscode/conversations/conversation-rows.ts';
import { createConversationsTree } from '../../../src/vscode/conversations/conversations-tree.ts';
import { rowCommands } from '../../../src/vscode/conversations/row-commands.ts';
import type { HistoryNow } from '../../../src/vscode/sidebar/list-choices.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

describe('the view of conversations', () => {
  const now: HistoryNow = {
    shown: 'shown',
    running: ['runs', 'waits'],
    waiting: ['waits'],
    unseen: ['ended', 'broke'],
    time: new Date(2026, 10, 23, 12, 0),
    language: 'en',
  };
  const on = (id: string, time: Date, more: Partial<StoredConversation> = {}): StoredConversation => ({
    id,
    title: id,
    timestamp: time.toISOString(),
    ...more,
  });
  const today = new Date(2026, 10, 23, 9, 5);
  const stored = [
    on('runs', today),
    on('waits', today),
    on('ended', today),
    on('broke', new Date(2026, 10, 1), { failed: true }),
    on('failed', today, { failed: true }),
    on('kept', new Date(2026, 9, 1, 9, 5), { shelf: 'pinned', model: 'acme/large' }),
    on('shown', today, { model: 'acme/family/small' }),
    on('seen', new Date(2026, 10, 22), { failed: true }),
    on('last week', new Date(2026, 10, 18)),
    on('private-1', new Date(2026, 10, 18)),
    on('led', new Date(2026, 9, 2), { origin: { client: 'cline', model: 'a/b', tools: [] } }),
    on('old', new Date(2026, 9, 1), { shelf: 'archived', failed: true }),
  ];

  it('has first what needs you, then what you pinned, the days and months, and what you archived', () => {
    assert.deepEqual(
      conversationGroups(stored, now).map(({ label, rows, isOpen }) => [
        `${label}${isOpen ? '' : ', closed'}`,
        ...rows.map(({ title }) => title),
      ]),
      [
        ['Running', 'runs'],
        ['Waiting for You', 'waits'],
        ['Finished, Unseen', 'ended'],
        ['Failed', 'broke', 'failed'],
        ['Pinned', 'kept'],
        ['Today', 'shown'],
        ['Yesterday', 'seen'],
        ['Wednesday, November 18, closed', 'last week', 'private-1'],
        ['October 2026, closed', 'led'],
        ['Archived, closed', 'old'],
      ],
    );
  });

  it('counts days as you do', () => {
    const november = (day: number, hour: number, minute: number, year = 2026) =>
      new Date(year, 10, day, hour, minute);
    const times = [november(23, 0, 10), november(22, 23, 50), november(22, 0, 0), november(21, 23, 59)];
    const others = [november(17, 0, 0), november(16, 23, 59), november(22, 12, 0, 2025)];
    const listed = [...times, ...others].map((time, at) => on(`c${at}`, time));
    assert.deepEqual(
      conversationGroups(listed, { ...now, time: november(23, 0, 30) }).map(({ label, rows }) => [
        label,
        rows.length,
      ]),
      [
        ['Today', 1],
        ['Yesterday', 2],
        ['Saturday, November 21', 1],
        ['Tuesday, November 17', 1],
        ['November 2026', 1],
        ['November 2025', 1],
      ],
    );
  });

  it('lets no title of a conversation become an icon', () => {
    const listed = [on('tricky', today, { title: 'see $(trash) ' }), on('empty', today, { title: '' })];
    const rows = conversationGroups(listed, now).flatMap(group => group.rows);
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['see $\u2060(trash) ', 'Untitled'],
    );
  });

  it('says in words what its icons and colours say, with the time and the model', () => {
    const rows = conversationGroups(stored, now).flatMap(group => group.rows);
    const timeOf = (date: Date) => date.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
    const [time, midnight] = [timeOf(today), timeOf(new Date(2026, 10, 18))];
    assert.deepEqual(
      ['waits', 'kept', 'shown', 'private-1'].map(id => rows.find(({ title }) => title === id)?.description),
      [
        `Needs your permission · ${time}`,
        `Pinned · Oct 1, ${time} · large`,
        `Current · ${time} · family/small`,
        `Private · Nov 18, ${midnight}`,
      ],
    );
    const led = rows.find(({ title }) => title === 'led')?.description;
    assert.match(led ?? '', /^cline · .* · b$/);
  });

  it('is read again once after several changes', async () => {
    const changes = listeners<void>();
    const tree = createConversationsTree({
      list: async () => stored,
      now: () => now,
      changes: [changes.listen],
    });
    let count = 0;
    const changed = new Promise<void>(resolve =>
      tree.onDidChangeTreeData(() => {
        count++;
        resolve();
      }),
    );
    changes.fire();
    changes.fire();
    await changed;
    assert.equal(count, 1);
    const [running] = (await tree.getChildren()) ?? [];
    assert.ok(running);
    const [row] = (await tree.getChildren(running)) ?? [];
    assert.ok(row);
    const item = await tree.getTreeItem(row);
    assert.equal(item.accessibilityInformation?.label, `runs, ${item.description}`.replaceAll(' · ', ', '));
    assert.ok(item.iconPath instanceof vscode.ThemeIcon);
    tree.dispose();
  });

  it('opens, renames, deletes, pins and archives its rows, also several at once', async () => {
    const done: string[] = [];
    const note = (...what: readonly string[]) => void done.push(what.join(' '));
    const own: Partial<ConversationStore> = {
      list: async () => stored,
      rename: async (...what) => note('rename', ...what),
      setShelf: async (...what) => note('shelve', ...what),
      remove: async id => {
        note('remove', id);
        return async () => note('restore', id);
      },
    };
    const surfaces = await fakeSurfaces({ store: own });
    const restored = Promise.withResolvers<void>();
    const rows = conversationGroups(stored, now).flatMap(group => group.rows);
    const row = (id: string) => rows.find(({ conversation }) => conversation.id === id);
    const commands = rowCommands({
      ...surfaces,
      finished: { unseen: [] },
      ask: {
        async enter({ take }) {
          const taken = await take('Zoo', new AbortController().signal);
          return 'value' in taken ? taken.value : undefined;
        },
      },
      notices: { inform: async () => 'Undo', showFailure: cause => assert.fail(String(cause)) },
      async open(id) {
        await surfaces.conversation.open(id);
        note('focus');
      },
      selected: () => [row('old'), row('led')].flatMap(each => each ?? []),
      changed: () => {
        note('changed');
        if (done.includes('restore seen')) restored.resolve();
      },
    });
    const { open, rename, remove, pin, unarchive } = conversationRowCommands;
    await commands[open]?.(row('led'));
    assert.equal(surfaces.conversation.id, 'led');
    await commands[rename]?.(row('led'));
    await commands[pin]?.(row('led'), [row('led'), row('seen')]);
    await commands[unarchive]?.(row('old'));
    await commands[remove]?.(row('seen'));
    await restored.promise;
    await commands[remove]?.({ kind: 'group', label: 'Today', isOpen: true, rows });
    assert.deepEqual(
      done.filter(each => each !== 'changed'),
      [
        'focus',
        'rename led Zoo',
        'shelve led pinned',
        'shelve seen pinned',
        'shelve old day',
        'shelve led day',
        'remove seen',
        'restore seen',
      ],
    );
  });
});
