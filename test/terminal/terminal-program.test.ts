import assert from 'node:assert/strict';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { terminalProgram } from '../workbench/ground/terminal-program.mjs';
import { tempRoot } from './run-converse.ts';

describe('the bundle of the terminal’s program', () => {
  it('is made again only once a source says something else, and its former files stay', async () => {
    await using root = await tempRoot({ 'a.ts': 'one', 'b.ts': 'two' });
    const long = new Date(Date.now() - 60_000);
    const made: string[] = [];
    const program = () =>
      terminalProgram(root.path, async folder => {
        await mkdir(folder);
        await writeFile(path.join(folder, 'main.js'), '');
        made.push(folder);
        return ['a.ts', 'b.ts'];
      });
    const change = async (text: string) => {
      await writeFile(path.join(root.path, 'a.ts'), text);
      await utimes(path.join(root.path, 'a.ts'), long, new Date(Number(long) + 1_000 * made.length));
    };
    await utimes(path.join(root.path, 'b.ts'), long, long);
    try {
      await change('one');
      const first = await program();
      assert.equal(await program(), first);
      await change('uno');
      const second = await program();
      assert.notEqual(second, first);
      await utimes(path.join(root.path, 'b.ts'), new Date(), new Date());
      assert.equal(await program(), second);
      await rm(path.join(root.path, 'b.ts'));
      assert.match(await program(), /terminal.main\.ts$/);
      assert.deepEqual([first, second].map(path.dirname), made.slice(0, 2));
      assert.equal(made.length, 3);
    } finally {
      await rm(path.dirname(made[0] ?? ''), { recursive: true });
    }
  });
});
