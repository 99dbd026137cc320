import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { createInvokerBreakers } from '../../../src/converser/call/invocation/invoker-breakers.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import type { Ensemble, EnsembleState } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { ServerStatus } from '../../../src/ensembles/mcp/server/restartable-server.ts';
import { changeText } from '../../../src/vscode/mcp/changes/describe-tool-change.ts';
import { toolActions } from '../../../src/vscode/mcp/commands/ensemble-actions.ts';
import { createEnsemblesTree } from '../../../src/vscode/tools-view/ensembles-tree.ts';
import { type ChangedTool, ensembleNode } from '../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { ensembleTooltip, toolTooltip } from '../../../src/vscode/tools-view/ensembles-tree-tooltip.ts';
import { createFakeEnsemble, createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';

const knowledge = { isApproved: () => true, changedTools: () => [] };

type Ports = Parameters<typeof createEnsemblesTree>[0];

const treeOf = (roster: Ports['roster'], ports: Partial<Ports> = {}) =>
  createEnsemblesTree({
    ...{ roster, knowledge, breakers: createInvokerBreakers(createFakeClock()) },
    originOf: () => undefined,
    onDidChangeKnowledge: () => ({ dispose: () => {} }),
    ...ports,
  });

describe('an MCP server in the tree of ensembles', () => {
  const nodeOf = (status: EnsembleState['status'], server: ServerStatus) => {
    const ensemble = {
      ...{ name: 'tried', title: 'Tried', description: '', enabled: true },
      ...{ invokers: [], problems: [], server },
      state: status === 'failed' ? { status, error: { code: 'internal', message: 'It ended.' } } : { status },
      definition: { transport: { kind: 'stdio', command: 'run', args: [] }, origin: 'user' },
      onDidChange: () => ({ dispose: () => {} }),
      disconnect: async () => {},
      reinspect: async () => {},
    } as unknown as Ensemble;
    const roster = createEnsembleRoster();
    void roster.set(ensemble);
    return ensembleNode(ensemble, { roster, knowledge, breakers: createInvokerBreakers(createFakeClock()) });
  };
  const word = (...of: Parameters<typeof nodeOf>) => nodeOf(...of).status;

  it('has not failed while it is still starting', () => {
    assert.deepEqual(word('failed', 'starting'), {
      word: 'starting…',
      icon: 'loading~spin',
      need: 'wait',
      reason: 'It ended.',
    });
    assert.equal(word('failed', 'stopped').word, 'failed');
    assert.equal(word('ready', 'starting').word, 'starting…');
    assert.equal(word('ready', 'stopped').word, 'ready (starts on first call)');
  });

  it('is not called disconnected if it was not needed yet, and costs nothing then', () => {
    assert.equal(word('disconnected', 'stopped').word, 'not started');
    const tooltip = ensembleTooltip(nodeOf('failed', 'stopped'), { origin: 'It comes from a file.' });
    assert.match(tooltip, /failed.*It ended.*It comes from a file/s);
    assert.doesNotMatch(tooltip, /0 tools|tokens/);
  });
});

describe('tools that their MCP server has changed, in the tree', () => {
  const added = { server: 's', tool: 'steal', kind: 'new', present: {} } as const;
  const gone = { server: 's', tool: 'write', kind: 'vanished', pinned: {} } as const;
  const told = { server: 's', tool: '', kind: 'changed', pinned: {}, present: {} } as const;

  it('are listed with what happened to each, and with the instructions of the server', () => {
    const ensemble = {
      ...{ name: 's', title: 'S', enabled: true, invokers: [], server: 'running' },
      state: { status: 'ready' },
      problems: [{ tool: 'steal', kind: 'quarantined', message: 'It was added.' }],
      reinspect: async () => {},
      definition: { transport: { kind: 'stdio' }, origin: 'user' },
      onDidChange: () => ({ dispose: () => {} }),
    } as unknown as Ensemble;
    const roster = createEnsembleRoster();
    void roster.set(ensemble);
    const known = [added, gone, told].map(drift => ({
      ...{ tool: drift.tool, kind: 'quarantined', message: 'It waits.' },
      change: changeText(drift),
    })) as readonly ChangedTool[];
    const tree = treeOf(roster, { knowledge: { ...knowledge, changedTools: () => known } });
    const [node] = tree.nodes;
    assert.ok(node?.kind === 'ensemble');
    const items = node.children.map(child => tree.getTreeItem(child) as TreeItem);
    const rows = items.map(({ label, description }) => `${label} ${description}`);
    assert.deepEqual(rows, ['steal is new', 'write was removed', 'Instructions have changed']);
    assert.equal(node.status.word, '2 tools have changed');
    tree.dispose();
  });
});

describe('the ensembles in the tree', () => {
  it('come in the order in which they need you, and keep their rows when that changes', async () => {
    const roster = createEnsembleRoster();
    const error = { code: 'internal', message: 'It ended.', retryable: false } as const;
    const states: Readonly<Record<string, EnsembleState>> = {
      first: { status: 'ready' },
      off: { status: 'ready' },
      second: { status: 'ready' },
      coming: { status: 'connecting' },
      broken: { status: 'failed', error },
    };
    const ensembles = Object.entries(states).map(([name, state]) => {
      const made = { ...createFakeEnsemble(name, { look: { invocable: () => 'seen' } }), state };
      return { ...made, enabled: name !== 'off' };
    });
    for (const ensemble of ensembles) await roster.set(ensemble);
    const tree = treeOf(roster);
    const ofEnsembles = () => tree.nodes.filter(({ kind }) => kind === 'ensemble');
    const rows = () => ofEnsembles().map(node => (tree.getTreeItem(node) as TreeItem).id);
    assert.deepEqual(rows(), ['broken', 'coming', 'first', 'second', 'off']);
    const [first] = ensembles;
    assert.ok(first);
    first.state = { status: 'failed', error };
    assert.deepEqual(rows(), ['first', 'broken', 'coming', 'second', 'off']);
    roster.setEnabled('first', false);
    assert.deepEqual(rows(), ['broken', 'coming', 'second', 'first', 'off']);
    tree.dispose();
  });
});

describe('a tool that keeps failing', () => {
  it('says so in its row, which offers to try again', async () => {
    const clock = createFakeClock();
    const breakers = createInvokerBreakers(clock);
    const roster = createEnsembleRoster();
    await roster.set(createFakeEnsemble('far', { look: { origin: 'user', invocable: () => 'seen' } }));
    const tree = treeOf(roster, { breakers });
    const row = () => {
      const [node] = tree.nodes;
      const tool = node?.kind === 'ensemble' ? node.children[0] : undefined;
      assert.ok(tool?.kind === 'tool' && tool.invoker !== undefined);
      return { tool, invoker: tool.invoker, item: tree.getTreeItem(tool) as TreeItem };
    };
    assert.doesNotMatch(row().item.contextValue ?? '', /paused/);
    const gone = { failure: { kind: 'network', message: 'The line is [dead](x).' } } as ResultCanister;
    const changed = new Promise(resolve => tree.onDidChangeTreeData(resolve));
    for (let times = 0; times < 5; times++) {
      const visit = breakers.enter(row().invoker);
      assert.ok('end' in visit);
      visit.end(gone);
    }
    await changed;
    const { item, tool } = row();
    assert.match(item.contextValue ?? '', /\bpaused\b/);
    assert.equal(item.description, 'paused: keeps failing');
    assert.match(item.accessibilityInformation?.label ?? '', /paused.*The line is/);
    assert.ok(toolTooltip(tool).includes('A call may try it in 30 s\\. The last time: The line is \\[dead'));
    await clock.advance(30_000);
    assert.match(toolTooltip(row().tool), /The next call tries it/);
    const { tryAgain } = breakers;
    const idle = async () => {};
    const [again] = toolActions(tool, { tryAgain, switchTool: idle, review: idle, showDefinition: idle });
    assert.ok(again && again.label === 'Try Again');
    await again.run();
    assert.equal(breakers.paused.length, 0);
    assert.equal(row().item.contextValue, 'tool');
    tree.dispose();
  });
});

describe('the tooltip of a tool', () => {
  it('is shortened if it is too long to read', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `argument_${index}`);
    const invoker = createFakeInvoker({
      name: 'long',
      invocable: async () => '',
      description: 'x'.repeat(10_000_000),
      arguments: {
        type: 'object',
        properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
      },
    });
    const node = { kind: 'tool', fullName: 'a:long', name: 'long', invoker, tokens: 1 } as const;
    const told = toolTooltip(node);
    assert.ok(told.length < 10_000, String(told.length));
    assert.match(told, /x…\n/);
    assert.match(told, /and 2950 more/);
  });
});
