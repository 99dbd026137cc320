/** Programs of others, with models behind the gateway: `npm test -- clients` installs and runs them. */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandomIds, createSystemClock } from '../../src/converser/system-ports.ts';
import { createConfiguredProvider } from '../../src/providers/configured/configured-provider.ts';
import type { ToolUse } from '../../src/providers/facts/provider-definition.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { providerPorts } from '../fakes/provider-ports.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { agentModel } from './agent-model.ts';
import { installed, programs, runProgram } from './programs.ts';

const text = 'Written through Converser';

for (const program of programs) {
  describe(`${program.title} ${program.version}`, () => {
    let file: string;
    let folder: string;

    before(async function () {
      this.timeout(600_000);
      file = await installed(program);
    });

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'converser-client-'));
      await Promise.all(['work', 'home'].map(name => mkdir(path.join(folder, name))));
    });

    afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

    const window = 32_768;
    const settings: readonly (readonly [
      string,
      { readonly tools: ToolUse; readonly contextTokens?: number },
    ])[] = [
      ['a model with native tools', { tools: 'native' }],
      [
        `a model without tools of its own, with a window of ${window} tokens`,
        { tools: 'contract', contextTokens: window },
      ],
    ];
    for (const [kind, facts] of settings) {
      it(`finishes a task with two tool calls by ${kind}`, async () => {
        const target = path.join(folder, 'work', 'hello.txt');
        const server = await startOpenAiServer(agentModel(program.steps(target, text)));
        const definition = {
          id: 'local',
          label: 'Local',
          kind: 'openai',
          baseUrl: server.url,
          models: { '*': facts },
        } as const;
        const host = { clock: createSystemClock(), ids: createRandomIds(), log: silent };
        const provider = createConfiguredProvider(definition, providerPorts(host, { random: Math.random }));
        await using gateway = await openGateway({ models: [provider.named('test-model')] });
        const access = { baseUrl: gateway.baseUrl, key: gateway.key, model: 'local/test-model' };
        const places = { folder: path.join(folder, 'work'), home: path.join(folder, 'home') };
        const { code, output } = await runProgram(
          file,
          program.call(access, 'Write hello.txt and read it.'),
          places,
        );
        await server.close();
        assert.equal(code, 0, output);
        assert.match(output, /Task finished\./);
        assert.equal(await readFile(target, 'utf8'), text);
        const asked = server.received.filter(({ url }) => url.endsWith('/chat/completions'));
        const results = JSON.stringify(asked.at(-1)?.body.messages);
        assert.ok(results.includes(text), 'the model was told what the file holds');
      });
    }
  });
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
