// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import { describedServer, programIn } from './described.ts';
import { runConverse, tempRoot } from './run-converse.ts';

const launch = [process.execPath, serverProgram('everything')] as const;
const everything = { command: launch[0], args: [launch[1]] };

describe('Servers in a terminal', () => {
  it('that came with the folder are loaded with --trust, and start only when you have approved them', async () => {
    await using root = await tempRoot({ '.vscode/mcp.json': JSON.stringify({ servers: { everything } }) });
    const environment = { XDG_STATE_HOME: root.path };
    const question = '/invoke everything:echo {"message": "hi"}';
    const run = (...args: readonly string[]) =>
      runConverse(['--root', root.path, '--allow', 'everything:*', ...args, question], { environment });
    const untrusted = await run();
    assert.match(
      untrusted.stderr,
      /mcp\.json was not loaded\. To load the tools that come with a folder, use --trust\./,
    );
    assert.doesNotMatch(untrusted.stdout, /Echo: hi/);
    const unasked = await run('--trust');
    assert.match(
      unasked.stderr,
      /MCP server everything of .*mcp\.json was not started, because you can’t be asked here\. Run this in a terminal\./,
    );
    assert.match(
      unasked.stdout,
      /Tool everything:echo is not available\. MCP server everything needs your approval to start\. .*Run this again in a terminal to be asked\./,
    );
    assert.doesNotMatch(unasked.stdout, /Echo: hi/);
  });

  it('that came with the folder are started to check their lock, since that is what was asked for', async () => {
    await using root = await tempRoot({ '.mcp.json': JSON.stringify({ mcpServers: { everything } }) });
    const environment = { XDG_STATE_HOME: root.path };
    const run = (action: string) => runConverse(['--root', root.path, '--trust', action], { environment });
    assert.equal((await run('--accept-lock')).code, 0);
    assert.deepEqual(await run('--verify-lock').then(({ code, stdout }) => [code, stdout]), [
      0,
      '✓ everything\n',
    ]);
  });

  it('that were named on the command line take their secrets from variables, and say which one is missing', async () => {
    const descriptor = describedServer('everything', launch, 'env = { KEY = "Bearer ${secret:my-key}" }\n');
    await using own = await tempRoot({ 'everything.toml': descriptor });
    const run = (more: Readonly<Record<string, string>>) =>
      programIn(own, more)('--allow', 'everything:*', '/invoke everything:get-env {}');
    const without = await run({});
    assert.match(
      without.stdout + without.stderr,
      /env\.KEY of MCP server everything: \$\{secret:my-key\} has no value\. Set the environment variable CONVERSER_SECRET_MY_KEY to it/,
    );
    const given = await run({ CONVERSER_SECRET_MY_KEY: 'open-sesame' });
    assert.match(given.stdout, /"KEY": "Bearer ••••"/, "what it was given isn't shown");
    assert.doesNotMatch(given.stdout, /CONVERSER_SECRET_MY_KEY/);
  });

  it('that ask for inputs take them from variables, and a warning says when they cannot use the model', async () => {
    const lines = 'env = { CITY = "${input:my city}" }\nsampling = true\n';
    const descriptor = describedServer('everything', launch, lines);
    await using own = await tempRoot({ 'everything.toml': descriptor });
    const run = (more: Readonly<Record<string, string>>) =>
      programIn(own, more)('/invoke everything:get-env {}');
    const without = await run({});
    assert.match(
      without.stdout + without.stderr,
      /\$\{input:my city\} has no value\. Set the environment variable CONVERSER_INPUT_MY_CITY to it/,
    );
    const given = await run({ CONVERSER_INPUT_MY_CITY: 'Oslo' });
    assert.match(given.stdout, /"CITY": "Oslo"/);
    assert.match(
      given.stderr,
      /MCP server everything may use your model \(sampling\), but only in VS Code, not in a terminal\./,
    );
  });
});
