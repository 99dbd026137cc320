import assert from 'node:assert/strict';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import { createPalette, showingFailures } from '../../../src/vscode/commands/palette.ts';
import { buildOnce } from '../../../src/vscode/common/build-once.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { watchStatus } from '../../../src/vscode/status-bar/follow-status.ts';
import type { StatusBarState } from '../../../src/vscode/status-bar/status-bar.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { fakeSurfaces, written } from '../support/fake-surfaces.ts';

async function watched() {
  const surfaces = await fakeSurfaces();
  const shown: StatusBarState[] = [];
  const statusBar = { show: (state: StatusBarState) => void shown.push(state), dispose: () => {} };
  return { ...surfaces, shown, watching: watchStatus({ ...surfaces, statusBar }) };
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
});

describe('a command of the palette', () => {
  it('does not reject when what it needs cannot be read, and logs why', async () => {
    const { host, models, roster, conversation } = await fakeSurfaces();
    conversation.open = () => Promise.reject(new Error('The disk is gone.'));
    const palette = showingFailures(
      createPalette({
        ask: {} as never,
        conversation,
        page: {} as never,
        sidebar: {} as never,
        models,
        roster,
        ids: host.ids,
      }),
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
