import assert from 'node:assert/strict';
import type { PermissionQuestion } from '../../../src/converser/permission/permission-question.ts';
import { createPalette, showingFailures } from '../../../src/vscode/commands/palette.ts';
import { watchStatus } from '../../../src/vscode/status-bar/follow-status.ts';
import type { StatusBarState } from '../../../src/vscode/status-bar/status-bar.ts';
import { buildOnce } from '../../../src/vscode/window/build-once.ts';
import { commands } from '../../../src/vscode/window/contributions.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { fakeSurfaces, written } from '../support/fake-surfaces.ts';

describe('the status', () => {
  it('shows that the sidebar is answering, and leads to where a question is asked', async () => {
    const { roster, conversation, questions } = await fakeSurfaces();
    const shown: StatusBarState[] = [];
    const statusBar = { show: (state: StatusBarState) => void shown.push(state), dispose: () => {} };
    const watching = watchStatus({ roster, questions, conversation, statusBar });
    const { signal } = new AbortController();
    const ask = (conversationId: string) =>
      questions.open({ conversationId, choices: ['deny'] } as never as PermissionQuestion, signal).id;

    assert.equal(shown.at(-1)?.kind, 'idle');
    const sent = conversation.send(written('hello'), createScriptedModel());
    assert.equal(shown.at(-1)?.kind, 'running');
    await sent;
    assert.equal(shown.at(-1)?.kind, 'idle');

    const inSidebar = ask(conversation.id);
    assert.deepEqual(shown.at(-1), { kind: 'waiting', where: 'sidebar' });
    questions.answer(inSidebar, 'deny');
    ask('chat-1');
    assert.deepEqual(shown.at(-1), { kind: 'waiting', where: 'chat' });
    watching.dispose();
  });
});

describe('a command of the palette', () => {
  it('does not reject when what it needs cannot be read, and logs why', async () => {
    const { host, store, models, roster, conversation } = await fakeSurfaces({
      store: { list: () => Promise.reject(new Error('The disk is gone.')) },
    });
    const palette = showingFailures(
      createPalette({ conversation, page: {} as never, sidebar: {} as never, store, models, roster }),
      host.log,
    );
    await palette[commands.openConversation]?.();
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
