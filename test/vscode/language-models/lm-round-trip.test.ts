import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { eventually, often } from '../../eventually.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { runningConverser } from '../support/converser.ts';
import { chatModelOf } from '../support/servers.ts';

const readFile: vscode.LanguageModelChatTool = {
  name: 'workspace__read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

describe('the LM API', () => {
  let model: vscode.LanguageModelChat;

  before(async () => {
    await runningConverser();
    const [found] = await vscode.lm.selectChatModels({ vendor: 'converser' });
    assert.ok(found, 'Rehearsal is not among the chat models of VS Code');
    model = found;
  });

  it('lets Rehearsal call a tool and answer from its result', async () => {
    const asked = vscode.LanguageModelChatMessage.User('what is in README.md?');
    const [call] = callsIn(await partsOf(model, [asked]));
    assert.equal(call?.name, 'workspace__read_file');
    assert.deepEqual(call.input, { path: 'README.md' });

    const result = new vscode.LanguageModelToolResultPart(call.callId, [
      new vscode.LanguageModelTextPart('Once upon a time.'),
    ]);
    const answer = await partsOf(model, [
      asked,
      vscode.LanguageModelChatMessage.Assistant([call]),
      vscode.LanguageModelChatMessage.User([result]),
    ]);
    assert.deepEqual(callsIn(answer), []);
    assert.match(textIn(answer), /Once upon a time\./);
  });

  it('offers a model of ours as soon as there is one, and no longer than that', async () => {
    const converser = await runningConverser();
    const added = createScriptedModel();
    const ids = async () => (await vscode.lm.selectChatModels({ vendor: 'converser' })).map(({ id }) => id);
    const adding = converser.models.own.add({
      id: added.provider,
      label: 'Scripted',
      models: async () => [added],
    });
    await eventually(often, async () => (await ids()).includes('scripted/model'));
    adding.dispose();
    await eventually(often, async () => !(await ids()).includes('scripted/model'));
  });

  it('hears of a reply that is begun anew only if nothing of it was told', async () => {
    const again: ModelEvent = { type: 'restart', message: 'It broke off.', wait: 0 };
    const unheard: ModelEvent = { type: 'reasoning-delta', text: 'Hm.' };
    const half: ModelEvent = { type: 'text-delta', text: 'Hel' };
    const scripts = [
      [unheard, again, ...says('Hello.')],
      [half, again, ...says('Hello.')],
    ];
    const converser = await runningConverser();
    const added = { ...createScriptedModel(...scripts), id: 'faltering' };
    const adding = converser.models.own.add({
      id: added.provider,
      label: 'Scripted',
      models: async () => [added],
    });
    const faltering = await chatModelOf('scripted/faltering');
    const asked = [vscode.LanguageModelChatMessage.User('Hello?')];
    assert.equal(textIn(await partsOf(faltering, asked)), 'Hello.');
    const parts: unknown[] = [];
    await assert.rejects(async () => {
      for await (const part of (await faltering.sendRequest(asked)).stream) parts.push(part);
    }, /its reply was interrupted/);
    assert.doesNotMatch(textIn(parts), /Hello/);
    adding.dispose();
  });
});

async function partsOf(
  model: vscode.LanguageModelChat,
  messages: vscode.LanguageModelChatMessage[],
): Promise<unknown[]> {
  const response = await model.sendRequest(messages, { tools: [readFile] });
  return Array.fromAsync(response.stream);
}

function callsIn(parts: readonly unknown[]): readonly vscode.LanguageModelToolCallPart[] {
  return parts.filter(part => part instanceof vscode.LanguageModelToolCallPart);
}

function textIn(parts: readonly unknown[]): string {
  return parts.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
