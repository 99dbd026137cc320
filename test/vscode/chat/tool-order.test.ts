import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { fakeChatAnswer } from '../support/fake-chat-answer.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

/** Its constructor is VS Code's own, and not part of the typed API. */
const ResponseTurn = vscode.ChatResponseTurn as unknown as new (
  response: readonly vscode.ChatResponseMarkdownPart[],
  result: vscode.ChatResult,
  participant: string,
) => vscode.ChatResponseTurn;

describe('the tools of a chat', () => {
  it('begin in each request as in the one before, also where some are switched on between two turns', async () => {
    const model = createScriptedModel();
    const surfaces = await fakeSurfaces({
      ensembles: [createFakeEnsemble('middle', { look: () => 'seen', hear: () => 'heard' })],
    });
    let history: vscode.ChatContext['history'] = [];

    /** One turn, after which VS Code hands out what it has kept, in a window that may have been loaded anew. */
    async function ask(prompt: string): Promise<readonly ToolDefinition[]> {
      const answer = fakeChatAnswer(surfaces, { model });
      const request = { prompt, references: [], model: { vendor: 'converser', id: 'x' } };
      const { signal } = new AbortController();
      const question = { request: request as never, context: { history } as never };
      const result = await answer(question, { stream: fakeStream().stream, signal });
      const kept: vscode.ChatResult = JSON.parse(JSON.stringify(result));
      history = [...history, new ResponseTurn([], kept, 'converser.converser')];
      return model.requests.at(-1)?.tools ?? [];
    }

    const first = await ask('Hello');
    assert.deepEqual(
      first.map(({ name }) => name),
      ['middle__hear', 'middle__look'],
    );
    await surfaces.roster.set(createFakeEnsemble('late', { look: () => 'seen' }));
    const second = await ask('And now?');
    assert.deepEqual(second.slice(0, 2), first);
    assert.equal(second[2]?.name, 'late__look');
    await surfaces.roster.set(createFakeEnsemble('even_later', { look: () => 'seen' }));
    const third = await ask('And now?');
    assert.deepEqual(third.slice(0, 3), second);
    assert.equal(third[3]?.name, 'even_later__look');
  });
});
