/** Programs of others that use Converser's tools, after it was added to their files: `npm test -- clients`. */

import assert from 'node:assert/strict';
import { createRandomIds, createSystemClock } from '../../src/converser/system-ports.ts';
import { exportTargets } from '../../src/ensembles/mcp/export/export-targets.ts';
import { makeChange, planChange } from '../../src/ensembles/mcp/export/program-files.ts';
import { createConfiguredProvider } from '../../src/providers/configured/configured-provider.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { providerPorts } from '../fakes/provider-ports.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { callsOneNamed } from './agent-model.ts';
import { type Call, type Program, programs, runProgram, useProgram } from './programs.ts';

const word = 'heliotrope';

const riddles = createFakeEnsemble('riddles', {
  tell_password: {
    description: 'Tells the password.',
    annotations: { readOnly: true, openWorld: false },
    invocable: () => word,
  },
});

// Continue's cn has a file of its own form for models and servers.
for (const program of programs.filter(({ title }) => exported(title, '/home').length > 0)) {
  describe(`${program.title} ${program.version}, to which Converser was added`, () => {
    const desk = useProgram(program);

    it('finds its tools, calls one, and gives the model its result', async () => {
      const model = callsOneNamed(/tell_password$/, 'password');
      const server = await startOpenAiServer(model.answer);
      await using gateway = await openGateway({ models: [modelOf(server.url)], ensembles: [riddles] });
      const access = { baseUrl: gateway.baseUrl, key: gateway.key, model: 'local/test-model' };
      const { file, ...places } = desk();
      const call = program.call(access, 'Find out the password.');
      const ended = await runProgram(file, allowing(program, call), {
        ...places,
        prepare: async () => {
          for (const target of exported(program.title, places.home)) {
            const change = await planChange(target, { url: `${gateway.baseUrl}/mcp`, key: gateway.key });
            if ('problem' in change) assert.fail(change.problem);
            assert.ok(await makeChange(target, change));
          }
        },
      });
      await server.close();
      assert.equal(ended.code, 0, ended.output);
      const results = JSON.stringify(model.messages.at(-1));
      assert.ok(
        results.includes(word),
        `${ended.output}\n${model.offered.map(names => names.join(' ')).join('\n')}`,
      );
    });
  });
}

/** The person's own file of a program. */
function exported(title: string, home: string) {
  const machine = { platform: process.platform, home, environment: {} };
  const targets = exportTargets({ ...machine, folders: [], vscodeKey: 'vscode' });
  return targets.filter(({ program }) => program === title);
}

/** Where the program would ask before it calls a tool of a server. */
function allowing({ title }: Program, call: Call): Call {
  if (title !== 'Claude Code') return call;
  const args = call.args.map(arg => (arg === 'Write,Read' ? 'mcp__converser' : arg));
  // Otherwise it has the model search for the tools of servers first.
  return { ...call, args, env: { ...call.env, ENABLE_TOOL_SEARCH: 'false' } };
}

function modelOf(baseUrl: string) {
  const facts = { '*': { tools: 'native' } } as const;
  const definition = { id: 'local', label: 'Local', kind: 'openai', baseUrl, models: facts } as const;
  const host = { clock: createSystemClock(), ids: createRandomIds(), log: silent };
  const ports = providerPorts(host, { random: Math.random });
  return createConfiguredProvider(definition, ports).named('test-model');
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
