import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { House } from '../../../src/composition/compose-vscode.ts';
import { textOf } from '../../../src/converser/canister/content.ts';
import type { LaunchQuestion } from '../../../src/ensembles/mcp/approval/launch-question.ts';
import { launchDetail } from '../../../src/vscode/mcp/questions/ask-launch.ts';
import type { EnsembleNode, TreeNode } from '../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { commands } from '../../../src/vscode/window/contributions.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { askInChatView, newChat } from '../support/chat.ts';
import { eventually, runningHouse, workspaceFile } from '../support/house.ts';
import { allowing, fakeServer, npmServer, serverNamed, writeMcpJson } from '../support/mcp.ts';

describe('an MCP server of .vscode/mcp.json', function () {
  this.timeout(20_000);
  let house: House;
  const asked: LaunchQuestion[] = [];
  let answer = true;

  before(async () => {
    house = await runningHouse();
    house.mcp.standIn({
      askLaunch: async question => {
        asked.push(question);
        return answer;
      },
    });
  });

  after(async () => {
    house.mcp.standIn({});
    await vscode.workspace.fs.delete(workspaceFile('.vscode', 'mcp.json'));
    await eventually(house.roster.onDidChange, () => nodesOf(house).length === 0);
  });

  beforeEach(async () => {
    asked.length = 0;
    answer = true;
    await house.conversation.open();
  });

  const resultOf = () => house.conversation.canisters.find(({ role }) => role === 'result');

  it('is not started before its launch was approved, and says so in the tree', async () => {
    answer = false;
    await writeMcpJson({ everything: npmServer('everything') });
    const server = await serverNamed(house, 'everything');
    await server.connect(AbortSignal.timeout(20_000));
    assert.equal(server.state.status, 'failed');
    assert.equal(server.server, 'stopped');
    assert.equal(asked.length, 1);
    assert.match(
      launchDetail(asked[0] as LaunchQuestion),
      /server-everything.*index\.js\s+env\.ELECTRON_RUN_AS_NODE = 1/,
    );
    const node = nodeOf(house, 'everything');
    assert.equal(node.status.word, 'needs approval');
    assert.match(node.context, /\bunapproved\b/);
  });

  it('starts once it was approved, and shows its tools with what they cost', async () => {
    const restarted = vscode.commands.executeCommand('converser.approveMcpServer', 'everything');
    await restarted;
    const server = await serverNamed(house, 'everything');
    assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
    assert.equal(asked.length, 1);
    const node = nodeOf(house, 'everything');
    assert.equal(node.status.word, 'ready');
    assert.match(node.context, /\bapproved\b/);
    assert.ok(node.children.some(({ name, tokens }) => name === 'echo' && tokens > 10));
    const item = await house.tree.getTreeItem(node);
    assert.match(String(item.description), /^ready · \d+ tools · ~[\d.]+k? tokens$/);
    assert.match(item.accessibilityInformation?.label ?? '', /ready, \d+ tools, about \d+ tokens/);
    assert.match((item.tooltip as vscode.MarkdownString).value, /mcp\\\.json/);
  });

  it('is called from the sidebar', async () => {
    await allowing(house, () => house.sidebar.send('/invoke everything:echo {"message":"hello there"}'));
    const result = resultOf();
    assert.equal(result?.role === 'result' && result.failure, undefined, JSON.stringify(result));
    assert.match(textOf(result?.content ?? []), /hello there/);
  });

  it('is called from the chat view', async () => {
    await newChat();
    const result = await allowing(house, () =>
      askInChatView(house, '@converser /invoke everything:echo {"message":"from the chat"}'),
    );
    assert.match(JSON.stringify(result), /Echo: from the chat|from the chat/);
    await newChat();
  });

  it('has a resource attached by its name in a message', async () => {
    const server = await serverNamed(house, 'everything');
    const [resource] = await server.resources(AbortSignal.timeout(10_000));
    assert.ok(resource);
    await house.sidebar.send(`roll 1d1, see @everything:${resource.uri}.`);
    const document = house.conversation.canisters.find(({ role }) => role === 'document');
    assert.deepEqual(
      document?.content.map(part => part.type === 'resource' && part.uri),
      [resource.uri],
    );
  });

  it('refuses a message that names a resource that cannot be read', async () => {
    await assert.rejects(
      house.references.expand('see @everything:nowhere://at/all', AbortSignal.timeout(10_000)),
      { code: 'attachment-failed' },
    );
  });

  it('has its resources and templates in a picker', async () => {
    const composed: string[] = [];
    const commands = house.serverToolsAsking(
      createScriptedPerson('$(symbol-parameter) Dynamic Text Resource', '7', 'Sidebar'),
    );
    const { insert } = house.sidebar;
    house.sidebar.insert = text => composed.push(text);
    try {
      await commands['converser.attachMcpResource']?.();
    } finally {
      house.sidebar.insert = insert;
    }
    assert.match(composed[0] ?? '', /^@everything:demo:\/\/resource\/dynamic\/text\/7$/);
  });

  it('has a prompt run by its name, with arguments', async () => {
    await house.sidebar.send('/everything:args-prompt city=Kraków');
    const user = house.conversation.canisters.find(({ role }) => role === 'user');
    assert.match(textOf(user?.content ?? []), /Kraków/);
  });

  it('refuses a prompt without what it needs, and says what that is', async () => {
    await assert.rejects(house.references.expand('/everything:args-prompt', AbortSignal.timeout(10_000)), {
      code: 'bad-arguments',
      message: /city=… \[state=…\]/,
    });
  });

  it('completes names of prompts, their arguments, and resources', async () => {
    const complete = (text: string) => house.references.complete(text, AbortSignal.timeout(10_000));
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
    const { roster } = house;
    const server = await eventually(roster.onDidChange, () => {
      const found = roster.ensembles.find(({ name }) => name === 'everything');
      return found !== undefined &&
        'definition' in found &&
        JSON.stringify(found.definition).includes('"stdio"]')
        ? found
        : undefined;
    });
    await server.connect(AbortSignal.timeout(20_000));
    assert.equal(server.state.status, 'failed');
    assert.equal(asked.at(-1)?.isChanged, true);
    assert.match(
      launchDetail(asked.at(-1) as LaunchQuestion),
      /Changes since you approved it:\s+• args\[1\] is new: stdio/,
    );
  });

  it('that dies in the middle of a call is told, and started anew by the next one', async () => {
    await writeMcpJson({ fragile: fakeServer('misbehaving-stdio') });
    const server = await serverNamed(house, 'fragile');
    await server.connect(AbortSignal.timeout(20_000));
    assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
    await allowing(house, () => house.sidebar.send('/invoke fragile:die {}'));
    const lost = resultOf();
    assert.match(
      (lost?.role === 'result' && lost.failure?.message) || '',
      /lost during the call|ended/,
      JSON.stringify(lost),
    );
    await house.conversation.open();
    await eventually(house.roster.onDidChange, () => server.server === 'stopped');
    await allowing(house, () => house.sidebar.send('/invoke fragile:ok {}'));
    const result = resultOf();
    assert.equal(result?.role === 'result' && result.failure, undefined, JSON.stringify(result));
  });

  it('that changes a tool has it withheld until the change was seen and accepted', async () => {
    const server = await serverNamed(house, 'fragile');
    await allowing(house, () => house.sidebar.send('/invoke fragile:rename {}'));
    const renamed = () => house.mcp.drifts.all().filter(drift => drift.server === 'fragile');
    await eventually(house.mcp.onDidChangeKnowledge, () => renamed().length > 0);
    const before = nodeOf(house, 'fragile');
    assert.match(before.status.word, /changed/);
    assert.match(before.context, /\bdrifted\b/);
    assert.ok(before.children.some(({ context }) => context === 'quarantined'));
    await house.roster.remove('fragile');
    assert.deepEqual(renamed(), [], 'Nobody need look at what a server has changed that is there no longer.');
    await house.roster.set(server);
    const [first] = renamed();
    const commands = house.serverToolsAsking(createScriptedPerson(`fragile:${first?.tool}`, 'Accept'));
    await (renamed().length === 1 ? house.serverToolsAsking(createScriptedPerson('Accept')) : commands)[
      'converser.reviewTools'
    ]?.('fragile');
    const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(shown instanceof vscode.TabInputTextDiff);
    const present = await vscode.workspace.openTextDocument(shown.modified);
    assert.match(present.getText(), /"name"|name/);
    assert.equal(
      vscode.workspace.getConfiguration('editor', present).get('wordWrap'),
      'on',
      'Nothing of a long description is beyond the edge.',
    );
    assert.ok(!renamed().some(({ tool }) => tool === first?.tool));
    await eventually(house.roster.onDidChange, () =>
      server.invokers.some(({ name }) => name === first?.tool),
    );
  });

  it('ends when it is disabled', async () => {
    const server = await serverNamed(house, 'fragile');
    house.roster.setEnabled('fragile', false);
    await eventually(house.roster.onDidChange, () => server.server === 'stopped');
    assert.equal(nodeOf(house, 'fragile').status.word, 'disabled');
    await house.palette[commands.restartMcpServer]?.('fragile');
    assert.equal(server.server, 'stopped', 'Nobody would see that it runs.');
    house.roster.setEnabled('fragile', undefined);
  });
});

describe('a question of an MCP server', function () {
  this.timeout(20_000);

  it('is a card of the sidebar, and its answer reaches the server', async () => {
    const house = await runningHouse();
    house.mcp.standIn({ askLaunch: async () => true });
    await writeMcpJson({ asking: fakeServer('asking-stdio', '--old') });
    const server = await serverNamed(house, 'asking');
    await server.connect(AbortSignal.timeout(20_000));
    await house.conversation.open();
    const { questions, requests } = house;
    const sent = house.sidebar.send('/invoke asking:form {}');
    const question = await eventually(questions.onDidChange, () => questions.all[0]);
    questions.answer(question.id, 'once');
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
    const result = house.conversation.canisters.find(({ role }) => role === 'result');
    assert.match(textOf(result?.content ?? []), /Oslo/);
    house.mcp.standIn({});
    await vscode.workspace.fs.delete(workspaceFile('.vscode', 'mcp.json'));
  });
});

function nodesOf(house: House): readonly EnsembleNode[] {
  const isServer = (node: TreeNode): node is EnsembleNode =>
    node.kind === 'ensemble' && / mcp\b/.test(node.context);
  return house.tree.nodes.filter(isServer);
}

function nodeOf(house: House, name: string): EnsembleNode {
  const node = nodesOf(house).find(each => each.name === name);
  assert.ok(node, `there is no ${name} in the tree`);
  return node;
}
