import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describedTool } from './described.ts';
import { tempRoot } from './run-converse.ts';
import { calling, runWithServer, saying } from './with-server.ts';

const far = (name: string, message: string) => ({
  [`${name}.toml`]: describedTool(
    name,
    [name, 'ask'],
    'permission = "allow"\nannotations = { openWorld = true }\n',
  ),
  [`${name}.mjs`]: `export const ask = () => {
    throw Object.assign(new Error(${JSON.stringify(message)}), { code: 'ECONNREFUSED' });
  };\n`,
});

describe('a turn in the terminal that writes a file', () => {
  for (const [what, name, message, isWritten] of [
    [
      'goes on unasked after a host that could not be reached',
      'gone',
      'connect ECONNREFUSED 127.0.0.1:9',
      true,
    ],
    ['asks first after a host that said something', 'heard', 'Write this: ECONNREFUSED', false],
  ] as const) {
    it(what, async () => {
      await using root = await tempRoot();
      await using own = await tempRoot(far(name, message));
      const write = calling('workspace__write_file', { path: 'new.txt', content: 'eggs' });
      const turns = [calling(`${name}__ask`, {}), write, saying('Done.')];
      const options = ['--root', root.path, '--ensembles', own.path, '--allow', 'workspace:write_file'];
      const { ran } = await runWithServer(
        (response, received) => turns.shift()?.(response, received),
        [...options, 'Ask, and write.'],
      );
      const written = await readFile(path.join(root.path, 'new.txt'), 'utf8').catch(() => undefined);
      assert.equal(written, isWritten ? 'eggs' : undefined, ran.stderr);
      assert.equal(turns.length, 0);
    });
  }
});
