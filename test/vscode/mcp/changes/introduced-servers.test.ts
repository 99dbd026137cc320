import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { introduceServers } from '../../../../src/vscode/mcp/changes/introduce-servers.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeMcpEnsemble } from '../../../fakes/fake-mcp-ensemble.ts';
import { memento } from '../../support/compose.ts';

const says = 'Trust What It Says';
const returns = 'Trust Its Results, Too';
const show = 'Show Tools';

/** A server with two tools, and what it claims of whom they reach. */
function server(name: string, openWorld?: boolean, command = name) {
  const tool = { ensemble: name, describedBy: `server:${name}`, claims: { openWorld } };
  return createFakeMcpEnsemble(name, {
    state: { status: 'ready' },
    definition: { transport: { kind: 'stdio', command, args: [], env: {} } } as unknown as ServerDefinition,
    invokers: [tool, tool] as unknown as readonly Invoker[],
  });
}

describe('an MCP server that is new', () => {
  /** What is asked, trusted and shown, as somebody answers who does nothing for longer than these answers. */
  function meeting(
    answers: readonly (string | undefined)[],
    state = memento(),
    trusted: readonly string[] = [],
  ) {
    const roster = createEnsembleRoster();
    const changes = listeners<void>();
    const left = [...answers];
    const told: (readonly string[])[] = [];
    const done: string[] = [];
    const subscription = introduceServers(roster, {
      launchOf: ({ definition }) => JSON.stringify(definition.transport),
      lockFile: 'converser.lock.toml',
      state: { ...state, update: async (...kept) => state.update(...kept).then(() => changes.fire()) },
      trusts: source => trusted.includes(source),
      trust: async source => void done.push(source),
      showTools: async ({ name }) => void done.push(`tools of ${name}`),
      async ask(...asked) {
        told.push(asked);
        return left.shift();
      },
    });
    /** Resolves once it is kept that the server was met. */
    const meet = async (each: ReturnType<typeof server>) => {
      await roster.set(each);
      await eventually(changes.listen, () =>
        state
          .get<readonly string[]>('converser.introducedServers')
          ?.some(kept => kept.startsWith(`${each.name} `)),
      );
    };
    return { roster, meet, told, done, state, subscription };
  }

  it('is introduced once, with what pins its tools and what trust means', async () => {
    const { meet, told, done, roster, state } = meeting([says]);
    await meet(server('open', true));
    await roster.set(server('open', true));
    assert.deepEqual(told, [
      [
        'The MCP server open is connected, with 2 tools, which converser.lock.toml pins. Unless you trust what it says of them, you are asked before a model changes anything.',
        says,
        show,
      ],
    ]);
    assert.deepEqual(done, ['tools:server:open']);
    // In another window, or after a restart.
    const later = meeting([], state);
    await later.roster.set(server('open', true));
    assert.deepEqual(later.told, []);
    await later.meet(server('other'));
    assert.equal(later.told.length, 1);
  });

  it('is asked about anew when it starts otherwise', async () => {
    const { roster, meet, told } = meeting([undefined, undefined]);
    await meet(server('same'));
    await roster.set(server('same', undefined, 'another program'));
    assert.equal(told.length, 2);
  });

  it('can be trusted in its results, too, where it claims that none of its tools reaches others', async () => {
    const { meet, told, done } = meeting([returns]);
    await meet(server('closed', false));
    assert.deepEqual(told[0]?.slice(1), [says, returns, show]);
    assert.deepEqual(done, ['server:closed']);
  });

  it('is asked about again after its tools were looked at', async () => {
    const { meet, told, done } = meeting([show, show, says]);
    await meet(server('open'));
    assert.deepEqual(done, ['tools of open', 'tools of open', 'tools:server:open']);
    assert.equal(told.length, 3);
  });

  it('is not asked about where nothing is trusted yet that it said, or all is', async () => {
    const { roster, told } = meeting([], memento(), ['tools:server:trusted']);
    await roster.set(server('trusted'));
    await roster.set(createFakeMcpEnsemble('silent', { state: { status: 'ready' }, invokers: [] }));
    const { state: _, ...starting } = server('starting');
    await roster.set({ ...starting, state: { status: 'connecting' } } as ReturnType<typeof server>);
    assert.deepEqual(told, []);
  });
});
