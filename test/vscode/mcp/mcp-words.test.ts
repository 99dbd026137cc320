import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { listeners } from '../../../src/converser/async/listeners.ts';
import type { Ensemble, EnsembleState } from '../../../src/converser/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../src/converser/ensemble/ensemble-roster.ts';
import type { ServerStatus } from '../../../src/ensembles/mcp/ensemble/server-lifecycle.ts';
import type { Drift } from '../../../src/ensembles/mcp/lock/find-drift.ts';
import { sayChange } from '../../../src/vscode/mcp/changes/describe-change.ts';
import { leadToDrifts } from '../../../src/vscode/mcp/changes/notify-of-changes.ts';
import { reviewTools } from '../../../src/vscode/mcp/changes/review-tools.ts';
import { commandLine, nameFrom } from '../../../src/vscode/mcp/commands/add-server.ts';
import { mcpCommands } from '../../../src/vscode/mcp/commands/server-commands.ts';
import { createServerValues } from '../../../src/vscode/mcp/questions/server-values.ts';
import { createServerLists } from '../../../src/vscode/mcp/references/server-lists.ts';
import {
  promptArguments,
  usage,
  writeArguments,
  writtenPrompt,
} from '../../../src/vscode/mcp/references/written-prompt.ts';
import { createOpenRequests } from '../../../src/vscode/questions/open-requests.ts';
import { createEnsemblesTree } from '../../../src/vscode/tools-view/ensembles-tree.ts';
import { type ChangedTool, ensembleNode } from '../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { ensembleTooltip, toolTooltip } from '../../../src/vscode/tools-view/ensembles-tree-tooltip.ts';
import type { Entry } from '../../../src/vscode/window/ask-user.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { eventually } from '../support/house.ts';

const declared = {
  name: 'greet',
  arguments: [{ name: 'name', required: true }, { name: 'tone' }],
};
const read = (message: string) => {
  const written = writtenPrompt(message);
  assert.ok(written, message);
  return promptArguments(written, declared);
};

describe('a prompt of an MCP server, as it is written', () => {
  it('takes pairs, JSON, and the plain text where one argument is needed', () => {
    assert.deepEqual(read('/s:greet name=Ada tone="very kind"'), { name: 'Ada', tone: 'very kind' });
    assert.deepEqual(read('/s:greet {"name": "Ada", "tone": 3}'), { name: 'Ada', tone: '3' });
    assert.deepEqual(read('/s:greet Ada Lovelace, of course'), { name: 'Ada Lovelace, of course' });
  });

  it('says what is expected where something is missing or unknown', () => {
    assert.throws(() => read('/s:greet tone=kind'), { code: 'bad-arguments', message: /name=… \[tone=…\]/ });
    assert.throws(() => read('/s:greet name=Ada age=36'), { code: 'bad-arguments' });
    assert.throws(() => read('/s:greet {"name": '), { code: 'bad-arguments' });
    assert.equal(usage(declared.arguments), 'name=… [tone=…]');
  });

  it('is read again as it was written', () => {
    const args = { name: 'Ada "the first"\nof all', tone: 'kind' };
    assert.deepEqual(read(`/s:greet ${writeArguments(args)}`), args);
  });

  it('is no path and no other command', () => {
    for (const message of ['/invoke a:b {}', 'see /s:greet', '/usr/bin', '/S:greet', 's:greet'])
      assert.equal(writtenPrompt(message), undefined, message);
  });
});

describe('a command line for an MCP server', () => {
  it('is cut into its words, and keeps backslashes', () => {
    assert.deepEqual(commandLine(`npx -y "a b" 'c "d"' x="y z" C:\\dir\\run.exe`), [
      'npx',
      '-y',
      'a b',
      'c "d"',
      'x=y z',
      'C:\\dir\\run.exe',
    ]);
    assert.equal(commandLine('npx "open'), undefined);
    assert.deepEqual(commandLine('   '), []);
  });

  it('proposes a name', () => {
    const names = {
      '@modelcontextprotocol/server-memory@1.2.3': 'memory',
      'weather-mcp': 'weather',
      '/opt/Tools/My Server.py': 'my-server',
      'mcp.example.org': 'example',
      '???': 'server',
    };
    for (const [telling, name] of Object.entries(names)) assert.equal(nameFrom(telling), name);
  });
});

describe('values that MCP servers are given', () => {
  function create() {
    const kept = new Map<string, string>();
    const lists = new Map<string, unknown>();
    const open: { readonly title: string; answer(text: string | undefined): void }[] = [];
    const shown = listeners<void>();
    const values = createServerValues({
      secrets: {
        get: async (key: string) => kept.get(key),
        store: async (key: string, value: string) => void kept.set(key, value),
        delete: async (key: string) => void kept.delete(key),
      } as never,
      state: {
        get: (key: string, otherwise: unknown) => lists.get(key) ?? otherwise,
        update: async (key: string, value: unknown) => void lists.set(key, value),
      } as never,
      ask: {
        enter: <T>({ title }: Entry<T>) =>
          new Promise<T | undefined>(answer => {
            open.push({ title, answer: text => answer(text as T | undefined) });
            shown.fire();
          }),
      } as never,
      environment: {},
      userHome: '/home/ada',
    });
    const ask = (name: string, signal = new AbortController().signal) =>
      values.input(
        { id: 'key', description: 'Key', password: true },
        { definition: { name, source: { kind: 'mcp.json', place: `/${name}/mcp.json` } } as never, signal },
      );
    const opened = (count: number) => eventually(shown.listen, () => open.length === count);
    return { kept, lists, open, values, ask, opened };
  }

  it('are asked for one after the other, since VS Code shows one box alone', async () => {
    const { ask, open, opened, kept } = create();
    const answers = [ask('one'), ask('other')];
    await opened(1);
    assert.deepEqual(
      open.map(({ title }) => title),
      ['one needs a value'],
    );
    open[0]?.answer('1');
    await opened(2);
    open[1]?.answer('2');
    assert.deepEqual(await Promise.all(answers), ['1', '2']);
    // What is known waits for nobody.
    void ask('third');
    await opened(3);
    assert.equal(await ask('one'), '1');
    assert.equal(kept.size, 2);
    open[2]?.answer(undefined);
  });

  it('are not asked for any more when all who needed them have left, and are for one who stays', async () => {
    const { ask, open, opened } = create();
    const leaving = new AbortController();
    const answers = [ask('first'), ask('gone', leaving.signal), ask('shared', leaving.signal), ask('shared')];
    await opened(1);
    leaving.abort();
    open[0]?.answer('1');
    await opened(2);
    open[1]?.answer('2');
    assert.deepEqual(await Promise.all(answers), ['1', undefined, '2', '2']);
    assert.deepEqual(
      open.map(({ title }) => title),
      ['first needs a value', 'shared needs a value'],
    );
  });

  it('are all listed, however many are kept at the same time', async () => {
    const { values, kept } = create();
    await Promise.all([values.keepSecret('a', '1'), values.keepSecret('b', '2')]);
    assert.deepEqual([...values.secretNames].sort(), ['a', 'b']);
    assert.equal(kept.size, 2);
  });
});

const knowledge = {
  isApproved: () => true,
  isSignedIn: () => false,
  changedTools: () => [],
  hasFile: () => true,
};

describe('an MCP server in the tree of ensembles', () => {
  const nodeOf = (status: EnsembleState['status'], server: ServerStatus) => {
    const ensemble = {
      ...{ name: 'tried', title: 'Tried', description: '', enabled: true },
      ...{ invokers: [], problems: [], server },
      state: status === 'failed' ? { status, reason: 'It needs long to start.' } : { status },
      definition: { transport: { kind: 'stdio', command: 'run', args: [] }, origin: 'user' },
      onDidChange: () => ({ dispose: () => {} }),
      disconnect: async () => {},
      reinspect: async () => {},
    } as unknown as Ensemble;
    const roster = createEnsembleRoster();
    void roster.set(ensemble);
    return ensembleNode(ensemble, { roster, knowledge });
  };
  const word = (...of: Parameters<typeof nodeOf>) => nodeOf(...of).status;

  it('has not failed as long as it goes on starting', () => {
    assert.deepEqual(word('failed', 'starting'), {
      word: 'starting…',
      icon: 'loading~spin',
      reason: 'It needs long to start.',
    });
    assert.equal(word('failed', 'stopped').word, 'failed');
    assert.equal(word('ready', 'starting').word, 'starting…');
    assert.equal(word('ready', 'stopped').word, 'ready, starts with the first call');
  });

  it('is not called disconnected when it only was not needed yet, and costs nothing then', () => {
    assert.equal(word('disconnected', 'stopped').word, 'not started');
    const tooltip = ensembleTooltip(nodeOf('failed', 'stopped'), { origin: 'It comes from a file.' });
    assert.match(tooltip, /failed.*It needs long to start.*It comes from a file/s);
    assert.doesNotMatch(tooltip, /0 tools|tokens/);
  });

  it('leads to its log when it could not be restarted, and not while it goes on starting', async () => {
    const told: (readonly string[])[] = [];
    const shown: string[] = [];
    const clicked = listeners<void>();
    let isApproved = false;
    const restart = async (server: ServerStatus) => {
      const ensemble = { ...nodeOf('failed', server).ensemble, restart: async () => {} } as Ensemble;
      const roster = createEnsembleRoster();
      void roster.set(ensemble);
      const commands = mcpCommands({
        roster,
        launches: { reconsider: () => {}, isApproved: () => isApproved },
        inform: (message: string) => told.push([message]),
        logs: {
          show: (name: string) => {
            shown.push(name);
            clicked.fire();
          },
        },
        complain: async (...said: readonly string[]) => {
          told.push(said);
          return said.at(-1);
        },
      } as never);
      await commands['converser.restartMcpServer']?.('tried');
    };
    await restart('starting');
    assert.deepEqual(told, []);
    await restart('stopped');
    assert.deepEqual(told.splice(0), [['Tried did not start. It needs long to start.']], 'They said no.');
    isApproved = true;
    await restart('stopped');
    await eventually(clicked.listen, () => shown.length > 0);
    assert.deepEqual(told, [['Tried did not start. It needs long to start.', 'Show Log']]);
    assert.deepEqual(shown, ['tried']);
  });
});

describe('tools that their MCP server has changed', () => {
  const changed = { server: 's', tool: 'read', kind: 'changed', pinned: {}, present: {} } as const;
  const added = { server: 's', tool: 'steal', kind: 'new', present: {} } as const;
  const gone = { server: 's', tool: 'write', kind: 'vanished', pinned: {} } as const;

  it('are told of once, and again when they change another time', () => {
    const changes = listeners<void>();
    const told: string[] = [];
    let drifts: readonly Drift[] = [];
    const change = (...now: readonly Drift[]) => {
      drifts = now;
      changes.fire();
      return told.splice(0);
    };
    const lead = leadToDrifts({
      drifts: () => drifts,
      onDidChange: changes.listen,
      tell: (server, message) => told.push(`${server}: ${message}`),
    });
    assert.deepEqual(change(), []);
    assert.match(change(changed).join(), /^s: The tool s:read has changed\. .* before you accept it\.$/);
    assert.deepEqual(change(changed), []);
    assert.match(change(changed, added, gone).join(), /^s: 2 tools of the MCP server s /);
    assert.deepEqual(change(added), []);
    assert.match(change(changed, { ...added, server: 'other' }).join('\n'), /^s: .*read.*\nother: .*steal/);
    lead.dispose();
    assert.deepEqual(change(gone), []);
  });

  it('are accepted where the comparison is not covered, with what comes of it', async () => {
    const accepted: Drift[] = [];
    const shown: string[] = [];
    const person = createScriptedPerson('Accept', 'Accept', 'Not Now');
    const review = (tool: string) =>
      reviewTools(
        { server: 's', tool },
        {
          ask: { ...person, pick: () => assert.fail('A box on top would hide what is read first.') },
          drifts: () => [changed, added, gone],
          diffTexts: () => ({ pinned: '', present: '' }),
          accept: async drifts => void accepted.push(...drifts),
          documents: { show: async ({ tool }) => void shown.push(tool), dispose: () => {} },
          inform: () => {},
        },
      );
    for (const tool of ['read', 'write', 'steal']) await review(tool);
    assert.deepEqual(accepted, [changed, gone]);
    assert.deepEqual(shown, ['read', 'write', 'steal']);
    const [ofChanged = '', ofGone = '', ofAdded = ''] = person.asked;
    assert.match(ofChanged, /^s:read has changed.*offered to models again/);
    assert.match(ofGone, /^s:write is gone/);
    assert.doesNotMatch(ofGone, /offered/);
    assert.match(ofAdded, /^s:steal is new.*offered to models\.$/);
  });

  it('are in the tree with what became of each', () => {
    const ensemble = {
      ...{
        name: 's',
        title: 'S',
        enabled: true,
        invokers: [],
        server: 'running',
        state: { status: 'ready' },
      },
      problems: [{ tool: 'steal', kind: 'quarantined', message: 'It was added.' }],
      reinspect: async () => {},
      definition: { transport: { kind: 'stdio' }, origin: 'user' },
      onDidChange: () => ({ dispose: () => {} }),
    } as unknown as Ensemble;
    const roster = createEnsembleRoster();
    void roster.set(ensemble);
    const known = [added, gone].map(drift => ({
      ...{ tool: drift.tool, kind: 'quarantined', message: 'It waits.' },
      change: sayChange(drift),
    })) as readonly ChangedTool[];
    const tree = createEnsemblesTree({
      roster,
      knowledge: { ...knowledge, changedTools: () => known },
      originOf: () => undefined,
      onDidChangeKnowledge: () => ({ dispose: () => {} }),
    });
    const [node] = tree.nodes;
    assert.ok(node?.kind === 'ensemble');
    assert.deepEqual(
      node.children.map(child => tree.getTreeItem(child)).map(item => (item as TreeItem).description),
      ['is new', 'is gone'],
    );
    tree.dispose();
  });
});

describe('what is told of a tool in the tree', () => {
  it('is cut where it is longer than anybody reads, and says so', () => {
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
    const node = { kind: 'tool', fullName: 'a:long', name: 'long', invoker, tokens: 1, context: '' } as const;
    const told = toolTooltip(node);
    assert.ok(told.length < 10_000, String(told.length));
    assert.match(told, /x…\n/);
    assert.match(told, /and 2950 more/);
  });
});

describe('open questions of MCP servers', () => {
  const form = { kind: 'form', server: 'S', message: '', fields: [] } as const;

  it('are answered once, and cancelled when nobody waits any more', async () => {
    let id = 0;
    const requests = createOpenRequests(() => `r${++id}`);
    const stop = new AbortController();
    const first = requests.ask(form, stop.signal);
    const second = requests.ask(form, new AbortController().signal);
    stop.abort();
    assert.deepEqual(await first, { action: 'cancel' });
    assert.deepEqual(
      requests.all.map(request => request.id),
      ['r2'],
    );
    assert.equal(requests.answer('r2', { action: 'decline' }), true);
    assert.equal(requests.answer('r2', { action: 'accept' }), false);
    assert.deepEqual(await second, { action: 'decline' });
    assert.deepEqual(await requests.ask(form, stop.signal), { action: 'cancel' });
    assert.deepEqual(requests.all, []);
  });
});

describe('lists of MCP servers', () => {
  it('are asked for once in a while, anew when they have changed, and again after a failure', async () => {
    let now = 0;
    let asked = 0;
    let changed = () => {};
    let answer: () => Promise<readonly never[]> = async () => [];
    const server = {
      manifest: { capabilities: { prompts: {} } },
      prompts: () => {
        asked++;
        return answer();
      },
      onDidChangeList: (listener: () => void) => {
        changed = listener;
        return { dispose: () => {} };
      },
    };
    const lists = createServerLists({ monotonic: () => now } as never);
    const ask = () => lists.prompts(server as never, AbortSignal.timeout(1000));
    await ask();
    await ask();
    assert.equal(asked, 1);
    changed();
    await ask();
    assert.equal(asked, 2);
    now = 60_000;
    answer = () => Promise.reject(new Error('gone'));
    await assert.rejects(ask());
    answer = async () => [];
    await ask();
    assert.equal(asked, 4);
  });
});
