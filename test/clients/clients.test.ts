/** Programs of others, with models behind the gateway: `npm test -- clients` installs and runs them. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../src/converser/ground/json/defined.ts';
import { estimateText } from '../../src/converser/words/spending/estimate-tokens.ts';
import type { ModelFacts } from '../../src/providers/facts/provider-definition.ts';
import type { GatewayAccess } from '../../src/vscode/gateway/client-set-ups.ts';
import { type FakeOpenAiServer, startOpenAiServer } from '../fakes/openai-server.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { quotedIn, readPage } from '../guide-pages.ts';
import { modelAt } from './add-converser.ts';
import { agentModel } from './agent-model.ts';
import { programs, runProgram, useProgram } from './programs.ts';

const text = 'Written through Converser';

for (const program of programs) {
  describe(`${program.title} ${program.version}`, () => {
    const desk = useProgram(program);

    const contract = (contextTokens: number): ModelFacts => ({ tools: 'contract', contextTokens });
    const { fewestTokens = 0 } = program;

    it('finishes a task with two tool calls by a model with native tools', () =>
      finishes({ tools: 'native' }));

    const { launched } = program;
    if (launched !== undefined)
      it('finishes it as VS Code starts the program, too', () => finishes({ tools: 'native' }, launched));

    if (program.bin === 'claude')
      it('finishes it with the variables of the guide, too', async () => {
        const written = quotedIn(await readPage('media/guide/gateway.md'));
        await finishes({ tools: 'native' }, (access, prompt) => {
          const call = program.call(access, prompt);
          return { ...call, env: { ...call.env, ...variablesIn(written, access) } };
        });
      });

    for (const window of [32_768, 8192]) {
      const kind = `a model without tools of its own, with a window of ${window} tokens`;
      if (window > fewestTokens)
        it(`finishes a task with two tool calls by ${kind}`, async () => {
          const asked = await finishes(contract(window));
          for (const { messages, max_tokens: limit = 0 } of asked) {
            const tokens = messages.reduce((sum, { content }) => sum + estimateText(textOf(content)), 0);
            assert.ok(tokens + limit < window, `${tokens} and ${limit}`);
          }
        });
      else
        it(`says how large its request is for ${kind}`, async () => {
          const { code, output, server } = await task(contract(window));
          assert.notEqual(code, 0);
          const [, tokens] = /prompt is too long: (\d+) tokens > 8192 maximum/.exec(output) ?? [];
          assert.ok(Number(tokens) > fewestTokens, output);
          assert.deepEqual(askedOf(server), []);
        });
    }

    /** What the model was asked. */
    async function finishes(facts: ModelFacts, how = program.call): Promise<readonly Asked[]> {
      const { code, output, target, server } = await task(facts, how);
      assert.equal(code, 0, output);
      assert.match(output, /Task finished\./);
      assert.equal(await readFile(target, 'utf8'), text);
      const asked = askedOf(server);
      const results = JSON.stringify(asked.at(-1)?.messages);
      assert.ok(results.includes(text), 'the model was told what the file holds');
      if (facts.tools === 'native') checkBeginnings(asked);
      const isSigned = asked.some(({ messages }) => JSON.stringify(messages[0]).includes('- describe_tool('));
      const isTold = asked.some(({ messages }) => JSON.stringify(messages.at(-1)).includes(described));
      assert.equal(isTold, isSigned, 'the model was told the descriptions that it asked for');
      return asked;
    }

    async function task(facts: ModelFacts, how = program.call) {
      const { file, ...places } = desk();
      const target = path.join(places.folder, 'hello.txt');
      const server = await startOpenAiServer(agentModel(program.steps(target, text)));
      await using gateway = await openGateway({ models: [modelAt(server.url, facts)] });
      const { baseUrl, key } = gateway;
      const { contextTokens } = facts;
      const access = defined({ baseUrl, key, model: 'local/test-model', contextTokens });
      const call = how(access, 'Write hello.txt and read it.');
      const ended = await runProgram(file, call, places);
      await server.close();
      return { ...ended, target, server };
    }
  });
}

function variablesIn(written: readonly string[], { baseUrl, key }: GatewayAccess): Record<string, string> {
  const variables = written.filter(each => each.startsWith('ANTHROPIC_')).map(each => each.split('='));
  assert.deepEqual(
    variables.map(([name]) => name),
    ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_MODEL'],
  );
  const meant = (value = '') =>
    value.replace('http://127.0.0.1:4100', baseUrl).replace('$CONVERSER_KEY', key);
  return Object.fromEntries(variables.map(([name = '', value]) => [name, meant(value)]));
}

/** A server’s cache holds the beginning of requests. The program may also ask for titles and the like. */
function checkBeginnings(asked: readonly Asked[]): void {
  const long = asked.filter(({ tools = [] }) => tools.length > 1).map(each => JSON.stringify(each.messages));
  assert.ok(long.length > 1);
  for (const [at, written] of long.entries())
    assert.ok(written.startsWith((long[at - 1] ?? '').slice(0, -1)), `request ${at}`);
}

interface Asked {
  readonly messages: readonly { readonly content?: unknown }[];
  readonly tools?: readonly object[];
  readonly max_tokens?: number;
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function askedOf({ received }: FakeOpenAiServer): readonly Asked[] {
  return received
    .filter(({ url }) => url.endsWith('/chat/completions'))
    .map(({ body }) => body as unknown as Asked);
}

/** How the answer to the describer begins, in JSON of JSON. */
const described = String.raw`{\"results\":[{\"name\":\"describe_tool\",\"result\":{\"tools\":[{\"name\"`;
