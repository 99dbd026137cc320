// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { createInvokerBreakers } from '../../../../src/converser/call/invocation/invoker-breakers.ts';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { commandWords } from '../../../../src/converser/ground/wording/command-words.ts';
import type { EnsembleState } from '../../../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { ServerStatus } from '../../../../src/ensembles/mcp/server/restartable-server.ts';
import { commands } from '../../../../src/vscode/common/contributions.ts';
import { nameFrom } from '../../../../src/vscode/mcp/commands/add-server.ts';
import { manageCommands } from '../../../../src/vscode/mcp/commands/manage-commands.ts';
import { createRestartServer } from '../../../../src/vscode/mcp/commands/restart-server.ts';
import { serverActions } from '../../../../src/vscode/mcp/commands/server-actions.ts';
import { ensembleNode } from '../../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { createFakeMcpEnsemble } from '../../../fakes/fake-mcp-ensemble.ts';
import { createScriptedPerson } from '../../../fakes/scripted-person.ts';

const stdio = { kind: 'stdio', command: 'run', args: [], env: {} } as const;
const http = { kind: 'http', url: 'https://mcp.example/', headers: {} } as const;

interface Tried {
  readonly state?: EnsembleState;
  readonly origin?: 'user' | 'workspace';
  readonly transport?: ServerDefinition['transport'];
  readonly isApproved?: boolean;
  readonly isSignedIn?: boolean;
  readonly isEnabled?: boolean;
  readonly withheld?: readonly string[];
}

function serverIn({ state = { status: 'ready' }, origin = 'user', transport = stdio, ...known }: Tried) {
  const { isApproved = true, isSignedIn = false, isEnabled = true, withheld = [] } = known;
  const definition = { name: 'tried', origin, transport } as unknown as ServerDefinition;
  const server = createFakeMcpEnsemble('tried', { state, definition, problems: [] });
  const roster = createEnsembleRoster();
  void roster.set(server);
  roster.setEnabled('tried', isEnabled);
  const changed = withheld.map(
    tool => ({ tool, kind: 'quarantined', message: '', change: 'is new' }) as const,
  );
  const node = ensembleNode(server, {
    roster,
    knowledge: { isApproved: () => isApproved, changedTools: () => changed },
    breakers: createInvokerBreakers(createFakeClock()),
  });
  const reviewed: string[] = [];
  const actions = serverActions(server, node, {
    restart: async () => {},
    launches: { isApproved: () => isApproved, reconsider: () => {}, revoke: async () => {} },
    signIns: { has: () => isSignedIn, signIn: async () => {}, stop: async () => {}, signOut: async () => {} },
    logs: { show: () => {} },
    review: async ({ ensemble }) => void reviewed.push(ensemble),
    setSecret: async () => {},
    inform: () => {},
  });
  return { node, actions, reviewed };
}

function failed(code: 'sign-in-needed' | 'internal'): EnsembleState {
  return { status: 'failed', error: { code, message: 'It did not start.', retryable: false } };
}

describe('what you can do about an MCP server', () => {
  const offered = (tried: Tried) =>
    serverIn(tried).actions.flatMap(action => (action === false ? [] : [action.label]));

  it('is what its state leaves to do, first of all what it waits for', () => {
    const ofWorkspace = { origin: 'workspace' } as const;
    assert.deepEqual(offered({}), ['Restart', 'Show Log']);
    assert.deepEqual(offered({ ...ofWorkspace, isApproved: false }), ['Approve…', 'Show Log']);
    assert.deepEqual(offered(ofWorkspace), ['Restart', 'Show Log', 'Revoke Approval']);
    assert.deepEqual(offered({ state: failed('sign-in-needed'), transport: http }), [
      'Sign In',
      'Restart',
      'Show Log',
    ]);
    assert.deepEqual(offered({ transport: http }), ['Restart', 'Show Log', 'Sign In']);
    assert.deepEqual(offered({ transport: http, isSignedIn: true }), [
      'Restart',
      'Show Log',
      'Sign In Again',
      'Sign Out',
    ]);
    assert.equal(offered({ withheld: ['added'] })[0], 'Review Changed Tools…');
  });

  it('does not start it while it is disabled', () => {
    assert.deepEqual(offered({ isEnabled: false, origin: 'workspace', isApproved: false }), ['Show Log']);
    assert.deepEqual(offered({ isEnabled: false, transport: http, isSignedIn: true }), [
      'Show Log',
      'Sign Out',
    ]);
  });

  it('is to set the secrets that its description names', () => {
    const headers = { Authorization: 'Bearer ${secret:door}', Other: '${secret:key}, ${secret:door}' };
    const secrets = serverIn({ transport: { ...http, headers } }).actions.at(-1);
    assert.ok(secrets);
    assert.deepEqual([secrets.label, secrets.description], ['Set Secret…', 'door, key']);
  });
});

describe('“Manage MCP Server…”', () => {
  function managing(person: ReturnType<typeof createScriptedPerson>, tried?: Tried) {
    const known = tried === undefined ? undefined : serverIn(tried);
    const told: string[] = [];
    const run = manageCommands({
      ask: person,
      tree: { nodes: known === undefined ? [] : [known.node] },
      actionsOf: () => known?.actions ?? [],
      values: { hasInputs: false, forgetInputs: async () => {} },
      inform: message => void told.push(message),
    })[commands.manageMcpServer];
    assert.ok(run);
    return { run, told, reviewed: known?.reviewed };
  }

  it('leads back to the list of servers when you turn away from one, whose state it shows', async () => {
    const person = createScriptedPerson('tried');
    await managing(person, { state: failed('internal') }).run();
    assert.deepEqual(person.asked, ['Manage MCP Server', 'tried: failed', 'Manage MCP Server']);
  });

  it('asks nothing where the server and what to do are known, but for what there is no longer to do', async () => {
    const person = createScriptedPerson();
    const { run, reviewed } = managing(person, { withheld: ['added'] });
    await run('tried', 'review');
    assert.deepEqual([reviewed, person.asked], [['tried'], []]);
    await run('tried', 'approve');
    assert.deepEqual(person.asked, ['tried: 1 tool has changed']);
    await run('removed', 'review');
    assert.equal(person.asked.length, 1);
  });

  it('says how to add a server if there is none', async () => {
    const person = createScriptedPerson();
    const { run, told } = managing(person);
    await run();
    assert.deepEqual(person.asked, []);
    assert.deepEqual(told, ['There are no MCP servers yet. Add one with “Converser: Add MCP Server…”.']);
  });
});

describe('the restart of an MCP server', () => {
  it('leads to the log if it fails, and not while the server is still starting', async () => {
    const told: (readonly string[])[] = [];
    const shown: string[] = [];
    const clicked = listeners<void>();
    let isApproved = false;
    const restart = async (server: ServerStatus) => {
      const ensemble = {
        ...{ name: 'tried', title: 'Tried', description: '', enabled: true, invokers: [], server },
        state: { status: 'failed', error: { code: 'internal', message: 'It ended.', retryable: false } },
        definition: { transport: stdio },
        onDidChange: () => ({ dispose: () => {} }),
        restart: async () => {},
      } as unknown as McpEnsemble;
      await createRestartServer({
        launches: { isApproved: () => isApproved },
        values: { env: () => undefined, secret: async () => undefined },
        giveSecret: async () => false,
        inform: message => told.push([message]),
        logs: {
          show: name => {
            shown.push(name);
            clicked.fire();
          },
        },
        complain: async (...said) => {
          told.push(said);
          return said[1];
        },
      })(ensemble);
    };
    await restart('starting');
    assert.deepEqual(told, []);
    await restart('stopped');
    assert.deepEqual(told.splice(0), [['Tried did not start. It ended.']], 'The user declined.');
    isApproved = true;
    await restart('stopped');
    await eventually(clicked.listen, () => shown.length > 0);
    assert.deepEqual(told, [['Tried did not start. It ended.', 'Show Log', 'Open Configuration']]);
    assert.deepEqual(shown, ['tried']);
  });
});

describe('the restart of an MCP server whose values are missing', () => {
  it('asks for each secret and variable that is not set, and starts it again', async () => {
    const kept = new Set<string>();
    const env = { A: '${secret:door}', B: '${env:HOUSE} ${env:HOME}', C: '${env:STREET:-none}' };
    let starts = 0;
    const server = {
      ...{ name: 'tried', title: 'Tried', server: 'stopped', definition: { transport: { ...stdio, env } } },
      get state() {
        return kept.size < 2 ? failed('internal') : { status: 'ready' };
      },
      restart: async () => void starts++,
    } as unknown as McpEnsemble;
    const asked: string[] = [];
    await createRestartServer({
      launches: { isApproved: () => true },
      values: {
        env: name => (name === 'HOME' ? '/home/ada' : undefined),
        secret: async key => (kept.has(key) ? 'x' : undefined),
      },
      async giveSecret(key, title) {
        kept.add(key);
        asked.push(title);
        return true;
      },
      inform: assert.fail,
      complain: assert.fail,
      logs: { show: assert.fail },
    })(server);
    assert.deepEqual(asked, ['Tried needs door', 'Tried needs HOUSE']);
    assert.equal(starts, 2);
  });
});

describe('a command line for an MCP server', () => {
  it('is split into words, and keeps backslashes', () => {
    assert.deepEqual(commandWords(`npx -y "a b" 'c "d"' x="y z" C:\\dir\\run.exe`), [
      'npx',
      '-y',
      'a b',
      'c "d"',
      'x=y z',
      'C:\\dir\\run.exe',
    ]);
    assert.equal(commandWords('npx "open'), undefined);
    assert.deepEqual(commandWords('   '), []);
  });

  it('proposes a name', () => {
    const names = {
      '@modelcontextprotocol/server-memory@1.2.3': 'memory',
      '-y @modelcontextprotocol/server-everything stdio npx': 'everything',
      '-y @modelcontextprotocol/server-filesystem@latest /home/me/notes npx': 'filesystem',
      '/opt/node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio node': 'everything',
      '--directory /work/weather run weather.py uv': 'weather',
      '--from git+https://example.org/serena.git start-mcp-server --port 8080 uvx': 'serena',
      'run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server docker': 'github',
      '-m mcp_server_time --local-timezone=UTC python3': 'time',
      'weather-mcp': 'weather',
      'mcp.example.org': 'example',
      'run start npm': 'npm',
      '???': 'server',
    };
    for (const [words, name] of Object.entries(names)) assert.equal(nameFrom(...words.split(' ')), name);
    assert.equal(nameFrom('/opt/Tools/My Server.py'), 'my-server');
    assert.equal(nameFrom('C:\\Tools\\notes\\dist\\index.js'), 'notes');
  });
});
