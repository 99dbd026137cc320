import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { fakeProgram, serverProgram } from '../ensembles/mcp/servers.ts';
import { describedServer, programIn } from './described.ts';
import { eventsOf, tempRoot } from './run-converse.ts';

const descriptor = (more = '', command = 'node') =>
  describedServer('everything', [command, serverProgram('everything'), 'stdio'], more);
const question = '/invoke everything:echo {"message":"hi"}';

describe('npm run converse with MCP servers', () => {
  it('calls a tool of a server that a folder on the command line describes, and remembers its tools', async () => {
    await using folder = await tempRoot({
      'everything.toml': descriptor('[[invokers]]\nname = "echo"\npermission = "allow"\n'),
    });
    for (const time of ['first', 'second']) {
      const ran = await programIn(folder)('--json', question);
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal(ran.stderr, '', time);
      const results = eventsOf(ran).flatMap(event =>
        event.type === 'invocation-end' ? [textOf(event.canister.content)] : [],
      );
      assert.deepEqual(results, ['Echo: hi'], time);
      assert.equal((await readdir(path.join(folder.path, 'state', 'converser', 'mcp'))).length, 1);
    }
  });

  it('asks about a tool that you have not allowed', async () => {
    await using folder = await tempRoot({ 'everything.toml': descriptor() });
    const among = `${question}\n/invoke everything:get-sum {"a": 1, "b": 2}`;
    const denied = await programIn(folder)(among);
    assert.match(denied.stderr, /you can’t be asked here\. To allow it, use --allow everything:echo\./);
    const allowed = await programIn(folder)('--allow', 'everything:*', among);
    assert.match(allowed.stdout, /Echo: hi/);
  });

  it('runs the tool whose call is the whole question', async () => {
    await using folder = await tempRoot({ 'everything.toml': descriptor() });
    const ran = await programIn(folder)(question);
    assert.match(ran.stdout, /Echo: hi/);
  });

  it('shows the warnings of servers of either specification, and nothing below', async () => {
    for (const era of [[], ['--old']]) {
      const text = describedServer('logging', ['node', fakeProgram('logging-stdio.ts'), ...era]);
      await using folder = await tempRoot({ 'logging.toml': text });
      const ran = await programIn(folder)('/invoke logging:log {}');
      const levels = ran.stderr.match(/(?<=! logging: )\w+/g);
      assert.deepEqual(levels, ['warning', 'error', 'critical', 'alert', 'emergency'], ran.stderr);
    }
  });

  it('reports a command that is not on the PATH', async () => {
    await using folder = await tempRoot({ 'everything.toml': descriptor('', 'no-such-program') });
    const ran = await programIn(folder)('--json', question);
    assert.match(ran.stderr, /everything.*"no-such-program" is not on the PATH/);
  });
});
