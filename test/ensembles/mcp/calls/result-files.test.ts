import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { type Invocable, isReply } from '../../../../src/converser/words/ensemble/invoker.ts';
import { readResultTool } from '../../../../src/ensembles/mcp/calls/read-result.ts';
import { createResultFiles } from '../../../../src/ensembles/mcp/calls/result-files.ts';
import { createTempFolder } from '../../temp-folder.ts';

describe('long results of tools', () => {
  it('are read to the end, part by part, without breaking a character', () =>
    withTempFolder(async folder => {
      const files = create(folder);
      const text = 'ä€😀x'.repeat(9_000);
      const name = nameIn(await files.write('search', text));
      let read = '';
      let offset = 0;
      for (let part = 0; part < 20; part++) {
        const { text: piece, next, size } = await files.read(name, { offset, length: 16_001 });
        read += piece;
        offset = next;
        if (next === size) break;
      }
      assert.equal(read, text);
      assert.equal(offset, Buffer.byteLength(text));
    }));

  it('tell a model how to read more, and where they end', () =>
    withTempFolder(async folder => {
      const files = create(folder);
      const name = nameIn(await files.write('search', `${'x'.repeat(16_000)}end`));
      const { invocable } = readResultTool(files);
      assert.match(await ask(invocable, { name }), /x\n\[… 3 bytes left\. Continue with offset 16000\.\]$/);
      assert.equal(await ask(invocable, { name, offset: 16_000 }), 'end');
      assert.equal(await ask(invocable, { name, offset: 99_999 }), '(The result ends at byte 16003.)');
    }));

  it('are readable by the user alone', () =>
    withTempFolder(async folder => {
      const files = create(folder);
      const inner = path.join(folder, 'results');
      await files.write('../../escape', 'secret');
      const [file = ''] = await readdir(inner);
      assert.equal(file, '_escape-1.txt');
      if (process.platform !== 'win32') {
        assert.equal((await stat(path.join(inner, file))).mode & 0o777, 0o600);
        assert.equal((await stat(inner)).mode & 0o777, 0o700);
      }
      for (const name of ['../x.txt', '/etc/passwd', 'a/b.txt', 'a.txt\0', '..', 'none.txt']) {
        await assert.rejects(files.read(name, { offset: 0, length: 10 }), /No result has that name/);
      }
    }));

  it('are deleted if there are too many, the oldest first', () =>
    withTempFolder(async folder => {
      const files = create(folder);
      for (let count = 0; count < 103; count++) await files.write('r', String(count));
      assert.equal((await readdir(path.join(folder, 'results'))).length, 100);
    }));
});

function create(folder: string) {
  let count = 0;
  return createResultFiles({
    folder: path.join(folder, 'results'),
    nextId: () => String(++count),
    reader: 'results:read_result',
  });
}

function nameIn(said: string): string {
  return JSON.parse(/"name": ("[^"]+")/.exec(said)?.[1] ?? '""');
}

async function ask(
  invocable: Invocable,
  args: { readonly name: string; readonly offset?: number },
): Promise<string> {
  const returned = await invocable(args, {
    invoker: { ensemble: 'results', name: 'read_result' },
    auxdata: {},
    configuration: {},
    namespace: new Map(),
    signal: new AbortController().signal,
    progress: () => {},
  });
  assert.ok(isReply(returned));
  // No one said whose it is, so it is not taken for one's own.
  assert.deepEqual(returned.label?.sources, ['tool:long_results:read_result']);
  return textOf(returned.content);
}

async function withTempFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await createTempFolder();
  try {
    await run(folder.path);
  } finally {
    await folder.dispose();
  }
}
