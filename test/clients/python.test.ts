/** Python’s lines of the guide, word for word, where their packages can be had: `npm test -- clients` installs them. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { createScriptedModel, invokes } from '../fakes/scripted-model.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { blocksOf, readPage, sectionOf } from '../guide-pages.ts';
import { installOnce } from '../workbench/ground/cache.mjs';

const run = promisify(execFile);
const schema = '{"type": "object", "properties": {"city": {"type": "string"}}}';

/** By what a block imports: what is installed for it, and what a program does then. */
const programs: Readonly<Record<string, readonly [requirement: string, asks: string]>> = {
  openai: [
    'openai==3.22.1',
    `tool = {"type": "function", "function": {"name": "get_weather", "parameters": ${schema}}}
asked = [{"role": "user", "content": "Weather in Oslo?"}]
reply = client.chat.completions.create(model="converser", messages=asked, tools=[tool])
print(reply.choices[0].message.tool_calls[0].function)`,
  ],
  langchain_openai: [
    'langchain-openai==1.6.6',
    `tool = {"title": "get_weather", "description": "Weather.", **${schema}}
print(model.bind_tools([tool]).invoke("Weather in Oslo?").tool_calls)`,
  ],
};

describe('the lines for Python in the guide', () => {
  for (const [module, [requirement, asks]] of Object.entries(programs))
    it(`${module} reaches the gateway, and gets a call`, async function () {
      const section = sectionOf(await readPage('media/guide/gateway.md'), 'Clients');
      const block = blocksOf(section).find(({ content }) => content.includes(`\nfrom ${module} import`));
      assert.ok(block?.language === 'py');
      const folder = await installed(requirement);
      if (folder === undefined) return this.skip();
      await using gateway = await openGateway({
        models: [createScriptedModel(invokes(['get_weather', { city: 'Oslo' }]))],
      });
      const code = `${block.content.replace('http://127.0.0.1:4100', gateway.baseUrl)}\n${asks}`;
      const env = { ...process.env, PYTHONPATH: folder, CONVERSER_KEY: gateway.key };
      const { stdout } = await run('python3', ['-c', code], { env, timeout: 60_000 });
      assert.match(stdout, /get_weather/);
      assert.match(stdout, /Oslo/);
    });
});

/** Nothing where there is no Python, or no registry that has the package and what it needs. */
function installed(requirement: string): Promise<string | undefined> {
  const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--target'];
  return installOnce(`client-python-${requirement}`, async folder => {
    // The tests have a home of their own, and pip finds its registry in that of the user.
    const env = { ...process.env, HOME: userInfo().homedir };
    await run('python3', [...pip, folder, requirement], { env, timeout: 300_000 });
  }).catch(() => undefined);
}
