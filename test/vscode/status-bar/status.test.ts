import assert from 'node:assert/strict';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import { noSpending } from '../../../src/converser/words/spending/spending.ts';
import { createPalette, showingFailures } from '../../../src/vscode/commands/palette.ts';
import { buildOnce } from '../../../src/vscode/common/build-once.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { watchStatus } from '../../../src/vscode/status-bar/follow-status.ts';
import { spentLines } from '../../../src/vscode/status-bar/spent-lines.ts';
import type { StatusBarState } from '../../../src/vscode/status-bar/status-bar.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createMemoryTotals } from '../../fakes/memory-totals.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { fakeSurfaces, written } from '../support/fake-surfaces.ts';

const totals = createMemoryTotals();

const spending = (input: number, output: number) => ({ ...noSpending, requests: 1, input, output });

async function watched() {
  const surfaces = await fakeSurfaces();
  const shown: StatusBarState[] = [];
  const statusBar = { show: (state: StatusBarState) => void shown.push(state), dispose: () => {} };
  return { ...surfaces, shown, watching: watchStatus({ ...surfaces, statusBar, totals }) };
}

describe('the status', () => {
  it('shows that the sidebar is answering, and leads to where a question is asked', async () => {
    const { conversation, questions, shown, watching } = await watched();
    const { signal } = new AbortController();
    const ask = (conversationId: string) =>
      questions.open({ conversationId, scopes: [], patterns: [] } as never as PermissionQuestion, signal).id;

    assert.equal(shown.at(-1)?.kind, 'idle');
    const sent = conversation.shown.send(written('hello'), createScriptedModel());
    assert.equal(shown.at(-1)?.kind, 'running');
    await sent;
    assert.equal(shown.at(-1)?.kind, 'idle');

    const inSidebar = ask(conversation.id);
    assert.deepEqual(shown.at(-1), waitingIn(conversation.id));
    questions.answer(inSidebar, answerOf('deny'));
    ask('chat-1');
    assert.deepEqual(shown.at(-1), waitingFor('workbench.action.chat.open'));
    watching.dispose();
  });

  it('counts what runs in the background, and leads to a question that is asked there', async () => {
    const { conversation, questions, shown, watching } = await watched();
    const done = Promise.withResolvers<void>();
    const model = createScriptedModel(async function* () {
      await done.promise;
      yield* says('Done.');
    });
    const first = conversation.id;
    const sent = [conversation.shown.send(written('one'), model)];
    await conversation.open();
    assert.equal(shown.at(-1)?.kind, 'running');
    sent.push(conversation.shown.send(written('two'), model));
    assert.deepEqual(shown.at(-1), { kind: 'running', tooltip: '2 conversations are running' });
    const question = { conversationId: first, scopes: [], patterns: [] } as never as PermissionQuestion;
    const { id } = questions.open(question, new AbortController().signal);
    assert.deepEqual(shown.at(-1), waitingIn(first));
    questions.answer(id, answerOf('deny'));
    done.resolve();
    await Promise.all(sent);
    assert.equal(shown.at(-1)?.kind, 'idle');
    watching.dispose();
  });

  it('says what was spent today and this month, once a turn has ended too', async () => {
    const { roster, conversation, questions } = await fakeSurfaces();
    const shown = listeners<StatusBarState>();
    const statusBar = { show: shown.fire, dispose: () => {} };
    const spent = createMemoryTotals();
    spent.add(spending(12_400, 90));
    const saying = (wanted: RegExp) =>
      new Promise<void>(resolve => shown.listen(({ tooltip }) => wanted.test(tooltip) && resolve()));
    const first = saying(/ is ready\nToday: 12\.4k → 90 tokens\nThis month: 12\.4k → 90 tokens$/);
    const watching = watchStatus({ roster, questions, conversation, statusBar, totals: spent });
    await first;
    spent.add(spending(1_000, 10));
    const next = saying(/ is ready\nToday: 13\.4k → 100 tokens\n/);
    await conversation.shown.send(written('hello'), createScriptedModel());
    await next;
    watching.dispose();
  });
});

describe('what was spent', () => {
  it('is said with the caps of the day and the month, and not at all where there is neither', () => {
    const day = spending(1_000, 0);
    const sums = { day, month: { ...day, cost: 1.5 } };
    assert.deepEqual(spentLines(sums, { day: { tokens: 5_000, cost: 2 }, month: { cost: 10 } }), [
      'Today: 1000 → 0 tokens · limits: $0.00 of $2.00, 1,000 of 5,000 tokens',
      'This month: 1000 → 0 tokens, $1.50 · limits: $1.50 of $10.00',
    ]);
    assert.deepEqual(spentLines({ day: noSpending, month: noSpending }, {}), []);
  });
});

describe('a command of the palette', () => {
  it('does not reject when what it needs cannot be read, and logs why', async () => {
    const { host, models, roster, conversation } = await fakeSurfaces();
    conversation.open = () => Promise.reject(new Error('The disk is gone.'));
    const palette = showingFailures(
      createPalette({ conversation, page: {} as never, sidebar: {} as never, models, roster }),
      host.log,
    );
    await palette[commands.newConversation]?.();
    assert.ok(host.logged.some(line => line.includes('The disk is gone')));
  });
});

describe('what is built once', () => {
  it('is built by the first caller, and again after a failure', async () => {
    let built = 0;
    const once = buildOnce(async () => {
      built++;
      if (built === 1) throw new Error('Not today.');
      return built;
    });
    assert.equal(once.built, undefined);
    await assert.rejects(once.get(), /Not today/);
    assert.deepEqual([await once.get(), await once.get()], [2, 2]);
  });
});

function waitingIn(conversation: string): StatusBarState {
  return waitingFor({ command: commands.openConversation, title: 'Show', arguments: [conversation] });
}

function waitingFor(command: NonNullable<StatusBarState['command']>): StatusBarState {
  return { kind: 'waiting', tooltip: 'A tool is waiting for your permission', command };
}
