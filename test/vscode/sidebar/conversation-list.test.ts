import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import type { AskUser, Choice } from '../../../src/vscode/common/ask-in-vscode.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import {
  type HistoryNow,
  type HistoryWish,
  historyChoices,
} from '../../../src/vscode/sidebar/list-choices.ts';
import { type HistoryPorts, historyCommands } from '../../../src/vscode/sidebar/list-commands.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { fakeSurfaces, hangs, written } from '../support/fake-surfaces.ts';

describe('the list of conversations', () => {
  const now: HistoryNow = {
    shown: 'shown',
    running: [],
    waiting: [],
    unseen: [],
    time: new Date(2026, 10, 23, 0, 30),
    language: 'en',
  };
  const at = (id: string, time: Date) => ({ id, title: id, timestamp: time.toISOString() });

  it('is grouped by the day of the last turn, as you count days', () => {
    const november = (day: number, hour: number, minute: number, year = 2026) =>
      new Date(year, 10, day, hour, minute);
    const ofThisYear = [november(23, 0, 10), november(22, 23, 50), november(22, 0, 0), november(21, 23, 59)];
    const times = [...ofThisYear, november(22, 12, 0, 2025)];
    const stored = times.map((time, index) => at(`c${index}`, time));
    const days = ['Today', 'Yesterday', 'Yesterday', 'Saturday, November 21', 'Saturday, November 22, 2025'];
    assert.deepEqual(
      historyChoices(stored, now).map(({ group }) => group),
      days,
    );
  });

  it('marks the current one, those that run or wait, those of programs, and those begun with /invoke', () => {
    const time = new Date(2026, 10, 23, 0, 10);
    const origin = { client: 'cline', model: 'a/b', tools: ['*'] };
    const stored = [
      at('shown', time),
      at('runs', time),
      at('waits', time),
      at('ended', time),
      { ...at('led', time), origin },
      { ...at('all:echo a', time), invoked: true as const },
      { ...at('tricky', time), title: 'see $(trash) ' },
      { ...at('empty', time), title: '' },
    ];
    const choices = historyChoices(stored, {
      ...now,
      running: ['runs', 'waits'],
      waiting: ['waits'],
      unseen: ['ended'],
    });
    assert.deepEqual(
      choices.map(({ label, description }) => `${label} | ${description}`),
      [
        '$(comment) shown | Current · 12:10 AM',
        '$(loading~spin) runs | Running · 12:10 AM',
        '$(shield) waits | Needs your permission · 12:10 AM',
        '$(circle-filled) ended | New answer · 12:10 AM',
        '$(broadcast) led | cline · 12:10 AM',
        '$(tools) all:echo a | /invoke · 12:10 AM',
        '$(comment) see $\u2060(trash)  | 12:10 AM',
        '$(comment) Untitled | 12:10 AM',
      ].map(line => line.replaceAll('12:10 AM', timeText(time))),
    );
  });
});

describe('the history', () => {
  let folder: string;
  let store: ConversationStore;
  const make = canisterMaker();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-history-'));
    store = createConversationStore(folder);
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Presses what `press` finds in each list in turn, and enters the name. */
  async function history(press: readonly (readonly [title: string, wish: HistoryWish['wish']])[], name = '') {
    const surfaces = await fakeSurfaces({ store });
    const remaining = [...press];
    const seen: (readonly string[])[] = [];
    const said: string[] = [];
    const problems: string[] = [];
    const undo = Promise.withResolvers<string | undefined>();
    const ask: Pick<AskUser, 'pick' | 'enter'> = {
      async pick({ choices }) {
        seen.push(choices.map(({ label }) => label));
        const [title, wish] = remaining.shift() ?? ['nothing', 'open'];
        const chosen = choices.find(({ label }) => label.endsWith(title));
        return chosen === undefined ? undefined : wishes(chosen, wish);
      },
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
    const ports: HistoryPorts = {
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
      focusSidebar: async () => {},
    };
    return { ...surfaces, run: historyCommands(ports), seen, said, problems, undo, restored, failures };
  }

  const ask = (id: string) =>
    store.append(id, [make.user(`user-${id}`, id), make.assistant(`assistant-${id}`, 'Yes.')]);

  it('opens a conversation from its list, or the one that a command names', async () => {
    await ask('one');
    await ask('two');
    const { run, conversation } = await history([['one', 'open']]);
    await run[commands.openConversation]?.();
    assert.equal(conversation.id, 'one');
    await run[commands.openConversation]?.('two');
    assert.equal(conversation.id, 'two');
  });

  it('has a conversation whose first turn failed, and one whose first turn was stopped', async () => {
    const { run, conversation, seen } = await history([]);
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
    await run[commands.openConversation]?.();
    assert.deepEqual(seen.flat().sort(), ['$(comment) it fails', '$(comment) it hangs']);
  });

  it('renames one from the list, which is shown again, and the one that is shown', async () => {
    await ask('one');
    const { run, conversation, seen, problems, said } = await history([['one', 'rename']], ' My   name ');
    await run[commands.openConversation]?.();
    assert.deepEqual(seen, [['$(comment) one'], ['$(comment)  My name ']]);
    assert.deepEqual(problems, ['Enter a name.']);
    await run[commands.renameConversation]?.();
    assert.deepEqual(said, ['This conversation is not stored yet: send a message first.']);
    await conversation.open('one');
    await run[commands.renameConversation]?.();
    assert.equal(said.length, 1);
  });

  it('deletes one from the list, which is shown again, and brings it back', async () => {
    await ask('one');
    await ask('two');
    const { run, seen, said, undo, restored } = await history([['one', 'delete']]);
    await run[commands.openConversation]?.();
    const lengths = seen.map(({ length }) => length);
    assert.deepEqual(lengths, [2, 1]);
    assert.deepEqual(said, ['Deleted “one”.']);
    undo.resolve('Undo');
    await restored.promise;
    assert.equal((await store.list()).length, 2);
  });

  it('lists what you are just bringing back', async () => {
    await ask('one');
    await ask('two');
    const { run, seen, undo } = await history([['one', 'delete']]);
    await run[commands.openConversation]?.();
    undo.resolve('Undo');
    // VS Code passes on a button that was pressed before a command that was run after it.
    await undo.promise;
    await run[commands.openConversation]?.();
    const lengths = seen.map(({ length }) => length);
    assert.deepEqual(lengths, [2, 1, 2]);
  });

  it('deletes the one that is shown while it runs, shows a new one, and shows it again if you undo that', async () => {
    const { run, conversation, undo } = await history([]);
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

  it('says so when there is none', async () => {
    const { run, said } = await history([]);
    await run[commands.openConversation]?.();
    assert.deepEqual(said, ['There are no conversations in this workspace yet.']);
  });
});

function wishes<T>({ value, buttons = [] }: Choice<T>, wish: string): T {
  return buttons.find(({ label }) => label.toLowerCase() === wish)?.value ?? value;
}

function timeText(time: Date): string {
  return time.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
}
