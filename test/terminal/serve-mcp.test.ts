import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectHttp } from '../gateway/mcp/clients.ts';
import { describedTool } from './described.ts';
import { tempRoot } from './run-converse.ts';
import { startServe } from './start-serve.ts';

describe('npm run converse serve, for MCP clients,', () => {
  it('runs tools in the roots, what is allowed at once, and the rest not at all where nobody can be asked', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const write = { path: 'made.txt', content: 'hello' };
    const made = path.join(root.path, 'made.txt');
    {
      await using served = await startServe(['--root', root.path]);
      await using client = await connectHttp('2026', new URL(served.mcp), served.key);
      const names = (await client.tools()).map(({ name }) => name);
      assert.ok(names.includes('workspace__read_file') && names.includes('converse'), names.join());
      const read = await client.call('workspace__read_file', { path: 'notes.txt' });
      assert.match(JSON.stringify(read.content), /eggs/);
      const denied = await client.call('workspace__write_file', write);
      assert.equal(denied.isError, true);
      assert.match(JSON.stringify(denied.content), /workspace:write_file/);
      await assert.rejects(readFile(made), { code: 'ENOENT' });
      served.kill('SIGINT');
      const { stderr } = await served.ran;
      assert.match(
        stderr,
        /workspace:write_file was denied, because you can’t be asked here\. To allow it, use --allow workspace:write_file\./,
      );
    }
    await using served = await startServe(['--root', root.path, '--allow', 'workspace:write_file']);
    await using client = await connectHttp('2025', new URL(served.mcp), served.key);
    assert.notEqual((await client.call('workspace__write_file', write)).isError, true);
    assert.equal(await readFile(made, 'utf8'), 'hello');
  });

  it('runs the tools of --ensembles, also for a client that knows them from an earlier run', async () => {
    await using root = await tempRoot();
    await using own = await tempRoot({
      'mine.toml': describedTool('mine', ['greet', 'greet'], 'annotations = { readOnly = true }\n'),
      'greet.mjs': 'export const greet = () => "Good day!";\n',
    });
    await using served = await startServe(['--root', root.path, '--ensembles', own.path]);
    await using client = await connectHttp('2026', new URL(served.mcp), served.key);
    assert.match(JSON.stringify(await client.call('mine__greet')), /Good day!/);
  });

  it('lets a model use them on wish: Rehearsal where there is no other', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    await using served = await startServe(['--root', root.path]);
    await using client = await connectHttp('2026', new URL(served.mcp), served.key);
    const asked = { prompt: 'what is in notes.txt?', tools: ['workspace'] };
    const { structuredContent } = await client.call('converse', asked);
    const { answer, model } = structuredContent as { readonly answer: string; readonly model: string };
    assert.match(answer, /eggs/);
    assert.equal(model, 'rehearsal/rehearsal');
  });
});
