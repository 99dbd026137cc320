import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { LaunchQuestion } from '../../../src/ensembles/mcp/approval/launch-question.ts';
import { isMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { AskUser } from '../../../src/vscode/common/ask-in-vscode.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import type { EnsembleNode, TreeNode } from '../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { chatQuestion } from '../support/chat.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import { fakeStream } from '../support/fake-stream.ts';
import {
  allowing,
  endAfter,
  fakeServer,
  npmServer,
  serverNamed,
  startedServer,
  writeMcpJson,
} from '../support/mcp.ts';

describe('an MCP server of .vscode/mcp.json', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  const asked: LaunchQuestion[] = [];
  let answer = true;
  const askLaunch = async (question: LaunchQuestion) => {
    asked.push(question);
    return answer;
  };
  async function runAsking(person: AskUser, command: string, ...given: readonly unknown[]): Promise<void> {
    composed.answerWith({ askLaunch, ask: person });
    await converser.commands[command]?.(...given);
    composed.answerWith({ askLaunch });
  }

  before(async () => {
    composed = await composeConverser({ askLaunch });
    converser = composed.converser;
  });

  after(() => endAfter(composed, ['everything', 'fragile']));

  beforeEach(async () => {
    asked.length = 0;
    answer = true;
    await converser.conversation.open();
  });

  const resultOf = () => converser.conversation.shown.canisters.find(({ role }) => role === 'result');

  it('is not started before its launch was approved, and says so in the tree', async () => {
    answer = false;
    await writeMcpJson({ everything: npmServer('everything') });
    const server = await serverNamed(converser, 'everything');
    await server.connect(AbortSignal.timeout(60_000));
    assert.equal(server.state.status, 'failed');
    assert.equal(server.server, 'stopped');
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.detail ?? '', /server-everything.*index\.js\s+env\.ELECTRON_RUN_AS_NODE = 1/);
    const node = nodeOf(converser, 'everything');
    assert.equal(node.status.word, 'needs approval');
  });

  it('starts once it was approved, and shows its tools with what they cost', async () => {
    await runAsking(createScriptedPerson('everything', 'Approve'), commands.manageMcpServer);
    const server = await serverNamed(converser, 'everything');
    assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
    assert.equal(asked.length, 1);
    const node = nodeOf(converser, 'everything');
    assert.equal(node.status.word, 'ready');
    assert.ok(converser.mcp.launches.isApproved(server));
    assert.ok(node.children.some(({ name, tokens }) => name === 'echo' && tokens > 10));
    const item = await converser.tree.getTreeItem(node);
    assert.match(String(item.description), /^ready · \d+ tools · ~[\d.]+k? tokens$/);
    assert.match(item.accessibilityInformation?.label ?? '', /ready, \d+ tools, about \d+ tokens/);
    assert.match((item.tooltip as vscode.MarkdownString).value, /mcp\\\.json/);
  });

  it('is called from the sidebar', async () => {
    await allowing(converser, () =>
      converser.sidebar.send('/invoke everything:echo {"message":"hello there"}'),
    );
    const result = resultOf();
    assert.equal(result?.role === 'result' && result.failure, undefined, JSON.stringify(result));
    assert.match(textOf(result?.content ?? []), /hello there/);
  });

  it('is called from the chat view', async () => {
    const question = chatQuestion('everything:echo {"message":"from the chat"}', { command: 'invoke' });
    const { token } = new vscode.CancellationTokenSource();
    const { stream } = fakeStream();
    const result = await allowing(converser, () => converser.answerInChat(question, { stream, token }));
    assert.match(JSON.stringify(result), /Echo: from the chat/);
  });

  it('has a resource attached by its name in a message', async () => {
    const server = await serverNamed(converser, 'everything');
    const [resource] = await server.library.resources(AbortSignal.timeout(60_000));
    assert.ok(resource);
    await converser.sidebar.send(`roll 1d1, see @everything:${resource.uri}.`);
    const document = converser.conversation.shown.canisters.find(({ role }) => role === 'document');
    const uris = document?.content.map(part => part.type === 'resource' && part.uri);
    assert.deepEqual(uris, [resource.uri]);
  });

  it('refuses a message that names a resource that cannot be read', async () => {
    await assert.rejects(
      converser.references.expand('see @everything:nowhere://at/all', AbortSignal.timeout(60_000)),
      { code: 'attachment-failed' },
    );
  });

  it('has its resources and templates in a picker', async () => {
    const composed: string[] = [];
    const person = createScriptedPerson('$(symbol-parameter) Dynamic Text Resource', '7', 'Sidebar');
    const { insert } = converser.page;
    converser.page.insert = text => composed.push(text);
    try {
      await runAsking(person, commands.attachMcpResource);
    } finally {
      converser.page.insert = insert;
    }
    assert.match(composed[0] ?? '', /^@everything:demo:\/\/resource\/dynamic\/text\/7$/);
  });

  it('has a prompt run by its name, with arguments', async () => {
    await converser.sidebar.send('/everything:args-prompt city=Kraków');
    const user = converser.conversation.shown.canisters.find(({ role }) => role === 'user');
    assert.match(textOf(user?.content ?? []), /Kraków/);
  });

  it('completes names of prompts, their arguments, and resources', async () => {
    const complete = (text: string) => converser.references.complete(text, AbortSignal.timeout(60_000));
    const labels = async (text: string) => (await complete(text)).items.map(({ label }) => label);
    assert.ok((await labels('/')).includes('/everything:simple-prompt'));
    assert.deepEqual(await labels('/everything:args'), ['/everything:args-prompt']);
    assert.deepEqual(await labels('/everything:args-prompt ci'), ['city=']);
    assert.ok((await labels('look at @everything:demo')).length > 1);
    assert.equal((await complete('look at @everything:demo')).start, 'look at '.length);
    assert.deepEqual(await labels('nobody@everything'), []);
  });

  it('asks again when its launch has changed', async () => {
    answer = false;
    await writeMcpJson({ everything: [...npmServer('everything'), 'stdio'] });
    const { roster } = converser;
    const server = await eventually(roster.onDidChange, () => {
      const found = roster.ensembles.find(({ name }) => name === 'everything');
      return found !== undefined &&
        'definition' in found &&
        JSON.stringify(found.definition).includes('"stdio"]')
        ? found
        : undefined;
    });
    await server.connect(AbortSignal.timeout(60_000));
    assert.equal(server.state.status, 'failed');
    assert.equal(asked.at(-1)?.isChanged, true);
    assert.match(asked.at(-1)?.detail ?? '', /Changes since you approved it:\s+• args\[1\] is new: stdio/);
  });

  it('that dies during a call fails it, and is started by the next one', async () => {
    await writeMcpJson({ fragile: fakeServer('misbehaving-stdio') });
    const server = await startedServer(converser, 'fragile');
    await allowing(converser, () => converser.sidebar.send('/invoke fragile:die {}'));
    const lost = resultOf();
    const why = (lost?.role === 'result' && lost.failure?.message) || '';
    assert.match(why, /lost during the call|ended/, JSON.stringify(lost));
    await converser.conversation.open();
    await eventually(converser.roster.onDidChange, () => server.server === 'stopped');
    await allowing(converser, () => converser.sidebar.send('/invoke fragile:ok {}'));
    const result = resultOf();
    assert.equal(result?.role === 'result' && result.failure, undefined, JSON.stringify(result));
  });

  it('that changes a tool has it withheld until the change was seen and accepted', async () => {
    const server = await serverNamed(converser, 'fragile');
    await allowing(converser, () => converser.sidebar.send('/invoke fragile:rename {}'));
    const renamed = () => converser.mcp.changes.all().filter(drift => drift.server === 'fragile');
    await eventually(converser.mcp.onDidChangeKnowledge, () => renamed().length > 0);
    const before = nodeOf(converser, 'fragile');
    assert.match(before.status.word, /changed/);
    assert.ok(before.children.some(({ problem }) => problem?.kind === 'quarantined'));
    await converser.roster.remove('fragile');
    assert.deepEqual(renamed(), [], 'Nobody need look at what a server has changed that is there no longer.');
    await converser.roster.set(server);
    const [first] = renamed();
    const answers = renamed().length === 1 ? ['Accept'] : [`fragile:${first?.tool}`, 'Accept'];
    await runAsking(createScriptedPerson(...answers), commands.manageMcpServer, 'fragile', 'review');
    const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(shown instanceof vscode.TabInputTextDiff);
    const present = await vscode.workspace.openTextDocument(shown.modified);
    assert.match(present.getText(), /"name"|name/);
    assert.equal(present.languageId, 'converser-tool', 'Characters that look like others are marked.');
    assert.ok(!renamed().some(({ tool }) => tool === first?.tool));
    await eventually(converser.roster.onDidChange, () =>
      server.invokers.some(({ name }) => name === first?.tool),
    );
  });

  it('ends when it is disabled', async () => {
    const server = await serverNamed(converser, 'fragile');
    converser.roster.setEnabled('fragile', false);
    await eventually(converser.roster.onDidChange, () => server.server === 'stopped');
    assert.equal(nodeOf(converser, 'fragile').status.word, 'disabled');
    const offered: string[] = [];
    const person: AskUser = {
      ...createScriptedPerson(),
      async pick({ choices }) {
        offered.push(...choices.map(({ label }) => label));
        return undefined;
      },
    };
    await runAsking(person, commands.manageMcpServer, 'fragile', 'restart');
    const isRight = offered.includes('Enable') && !offered.some(label => /^(Res|S)tart/.test(label));
    assert.ok(isRight, offered.join());
    assert.equal(server.server, 'stopped', 'Nobody would see that it runs.');
    converser.roster.setEnabled('fragile', undefined);
  });
});

describe('a question of an MCP server', () => {
  it('is a card of the sidebar, and its answer reaches the server', async () => {
    const composed = await composeConverser({ askLaunch: async () => true });
    const { converser } = composed;
    await writeMcpJson({ asking: fakeServer('asking-stdio', '--old') });
    await startedServer(converser, 'asking');
    await converser.conversation.open();
    const { questions, requests } = converser;
    const sent = converser.sidebar.send('/invoke asking:form {}');
    const question = await eventually(questions.onDidChange, () => questions.all[0]);
    questions.answer(question.id, answerOf('once'));
    const { id, question: request } = await eventually(requests.onDidChange, () => requests.all[0]);
    assert.equal(request.kind, 'form');
    assert.equal(request.server, 'asking');
    assert.deepEqual(request.kind === 'form' && request.fields.map(({ name, kind }) => `${name} ${kind}`), [
      'city string',
      'days integer',
    ]);
    // What the page would not let through is not let through by the extension either.
    requests.answer(id, { action: 'accept', content: { city: 'x' } });
    const again = await eventually(requests.onDidChange, () => requests.all.find(other => other.id !== id));
    assert.match((again.question.kind === 'form' && again.question.problem) || '', /city/);
    requests.answer(again.id, { action: 'accept', content: { city: 'Oslo', days: 2 } });
    await sent;
    const result = converser.conversation.shown.canisters.find(({ role }) => role === 'result');
    assert.match(textOf(result?.content ?? []), /Oslo/);
    await endAfter(composed, ['asking']);
  });
});

function nodesOf(converser: ConverserInVscode): readonly EnsembleNode[] {
  const isServer = (node: TreeNode): node is EnsembleNode =>
    node.kind === 'ensemble' && isMcpEnsemble(node.ensemble);
  return converser.tree.nodes.filter(isServer);
}

function nodeOf(converser: ConverserInVscode, name: string): EnsembleNode {
  const node = nodesOf(converser).find(each => each.name === name);
  assert.ok(node, `there is no ${name} in the tree`);
  return node;
}
