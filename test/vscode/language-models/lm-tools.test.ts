import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { fromJson } from '../../../src/converser/words/canister/canister-json.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import type { Invoker, Reply } from '../../../src/converser/words/ensemble/invoker.ts';
import type { ChatMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { normalizeToolResult } from '../../../src/vscode/language-models/lm-tool-result.ts';
import {
  contributedTools,
  createLmToolsEnsemble,
  type LmTools,
} from '../../../src/vscode/language-models/lm-tools-ensemble.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { askInChatView, newChat } from '../support/chat.ts';
import { runningConverser } from '../support/converser.ts';

describe('VS Code’s own tools', () => {
  describe('as an ensemble of the converser', () => {
    let converser: ConverserInVscode;
    let ensemble: Ensemble;
    before(async () => {
      converser = await runningConverser();
      const found = converser.roster.ensembles.find(({ name }) => name === 'vscode');
      assert.ok(found);
      ensemble = found;
    });
    beforeEach(newChat);
    afterEach(() => converser.roster.setEnabled('vscode', undefined));

    async function greetInChat(answer: 'once' | 'deny') {
      converser.roster.setEnabled('vscode', true);
      const asked = askInChatView('@converser /invoke vscode:companion_greet {"name": "Ada"}');
      const open = await eventually(converser.questions.onDidChange, () => converser.questions.all[0]);
      assert.equal(open.question.invoker.name, 'companion_greet');
      await vscode.commands.executeCommand('converser.answerPermission', open.id, answerOf(answer));
      return asked;
    }

    it('are there, and not enabled by themselves', () => {
      assert.ok(ensemble.invokers.some(({ name }) => name === 'companion_greet'));
      assert.equal(converser.roster.isEnabled('vscode'), false);
      assert.ok(!converser.roster.invokers().some(invoker => invoker.ensemble === 'vscode'));
    });

    it('run in a chat after one question, with its token, and answer in parts of every kind', async () => {
      const { metadata } = await greetInChat('once');
      const { canisters } = fromJson<ChatMetadata>(String(metadata?.converser));
      const result = canisters.find(canister => canister.role === 'result');
      assert.equal(result?.failure, undefined);
      const parts = result?.content.map(part => ('text' in part ? part.text?.replace(/\s/g, '') : part.type));
      assert.deepEqual(parts, ['Hello,Ada!', '{"inChat":true}', 'image']);
    });

    it('do not run when the person says no', async () => {
      const { metadata } = await greetInChat('deny');
      assert.doesNotMatch(String(metadata?.converser), /Hello, Ada/);
    });

    it('run without a chat, too, and stop when they are told to', async () => {
      const greet = find(ensemble, 'companion_greet');
      const { content } = await call(greet, { name: 'Ben' });
      const [, said] = content;
      assert.deepEqual(said?.type === 'text' && JSON.parse(said.text), { inChat: false });
      const stop = new AbortController();
      const waiting = call(greet, { name: 'Godot' }, stop.signal);
      stop.abort();
      await assert.rejects(waiting);
    });
  });

  describe('followed without an event', () => {
    const tool = (name: string, more: Partial<vscode.LanguageModelToolInformation> = {}) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: undefined,
      tags: [],
      ...more,
    });
    const follow = (own: readonly string[] = []) => {
      const lm: { tools: readonly vscode.LanguageModelToolInformation[]; invokeTool: LmTools['invokeTool'] } =
        { tools: [tool('a'), tool('b')], invokeTool: () => Promise.reject(new vscode.CancellationError()) };
      return { lm, ensemble: createLmToolsEnsemble({ own: new Set(own), lm }) };
    };

    it('are the same invokers for as long as nothing changes, though VS Code makes its objects anew', async () => {
      const { lm, ensemble } = follow();
      const before = ensemble.invokers;
      lm.tools = [tool('a'), tool('b')];
      assert.equal(ensemble.invokers, before);
      const told = new Promise<void>(resolve => ensemble.onDidChange(resolve));
      lm.tools = [tool('a', { description: 'Does other things.' }), tool('b')];
      const after = ensemble.invokers;
      const same = after.map((invoker, at) => invoker === before[at]);
      assert.deepEqual(same, [false, true]);
      await told;
    });

    it('leave out what Converser itself gives to VS Code', () => {
      const names = follow(['a']).ensemble.invokers.map(({ name }) => name);
      assert.deepEqual(names, ['b']);
      const extension = { packageJSON: { contributes: { languageModelTools: [{ name: 'x' }, {}, 3] } } };
      assert.deepEqual([...contributedTools(extension as unknown as vscode.Extension<unknown>)], ['x']);
    });

    it('take an object also where they say nothing of arguments', () => {
      const [a] = follow().ensemble.invokers;
      assert.deepEqual(a?.arguments, { type: 'object', properties: {} });
      assert.deepEqual(a?.annotations, {});
      assert.equal(a?.permission, 'ask');
    });

    it("tell a no that was said in VS Code as the person's, and a stop as none", async () => {
      const { ensemble } = follow();
      const { failure } = await call(find(ensemble, 'a'), {});
      assert.equal(failure?.kind, 'permission');
      await assert.rejects(call(find(ensemble, 'a'), {}, AbortSignal.abort()));
    });
  });

  it('answer in trees of prompts, bytes and kinds that nobody knows yet', () => {
    const tree = {
      node: {
        type: 1,
        children: [
          { type: 2, text: 'One', lineBreakBefore: true },
          { type: 1, children: [{ type: 2, text: ', two' }] },
          { type: 2, text: 'Three', lineBreakBefore: true },
        ],
      },
    };
    const result = new vscode.LanguageModelToolResult([
      new vscode.LanguageModelPromptTsxPart(tree),
      new vscode.LanguageModelPromptTsxPart('no tree'),
      new vscode.LanguageModelDataPart(new Uint8Array([1]), 'application/pdf'),
      { something: 'else' },
    ]);
    assert.deepEqual(normalizeToolResult(result, 't'), [
      { type: 'text', mimeType: 'text/plain', text: 'One, two\nThree' },
      { type: 'text', mimeType: 'text/plain', text: '' },
      { type: 'resource', uri: 'vscode-tool:t/3', mimeType: 'application/pdf', bytes: new Uint8Array([1]) },
      { type: 'text', mimeType: 'text/plain', text: '[Converser cannot show this kind of content.]' },
    ]);
  });
});

function find(ensemble: Ensemble, name: string): Invoker {
  const invoker = ensemble.invokers.find(each => each.name === name);
  assert.ok(invoker, `There is no ${name}.`);
  return invoker;
}

async function call(
  invoker: Invoker,
  args: JsonObject,
  signal = new AbortController().signal,
): Promise<Reply> {
  const returned = await invoker.invocable(args, {
    invoker,
    auxdata: {},
    configuration: {},
    namespace: new Map(),
    signal,
    progress: () => {},
  });
  // The mark of a reply is the running extension's own, and no test can have it.
  return returned as Reply;
}
