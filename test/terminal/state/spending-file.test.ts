import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSpendingFile } from '../../../src/terminal/state/spending-file.ts';
import { tempRoot } from '../run-converse.ts';

const day = Date.UTC(2026, 0, 1);

async function open(file: string) {
  const warned: string[] = [];
  return { spending: await openSpendingFile({ warn: message => warned.push(message) }, file), warned };
}

const parsed = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as unknown;

describe('The file with what programs spent today', () => {
  it('is read by the next run, and is for you alone', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'new', 'spending.json');
    const first = await open(file);
    assert.equal(JSON.stringify(first.spending.read()), '{}');
    for (let cents = 1; cents <= 50; cents += 1) first.spending.write({ cline: { day, spent: cents / 100 } });
    await first.spending.saved();
    const { spending, warned } = await open(file);
    assert.deepEqual(spending.read(), { cline: { day, spent: 0.5 } });
    assert.deepEqual([...first.warned, ...warned], []);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('holds what all runs spent that are open at the same time', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'spending.json');
    await writeFile(file, JSON.stringify({ terminal: { day, spent: 1 }, other: { day, spent: 7 } }));
    const [first, second] = [await open(file), await open(file)];
    first.spending.write({ terminal: { day, spent: 1.5 } });
    await first.spending.saved();
    second.spending.write({ terminal: { day, spent: 1.25 } });
    await second.spending.saved();
    first.spending.write({ terminal: { day, spent: 2.5 } });
    await first.spending.saved();
    assert.deepEqual(await parsed(file), { terminal: { day, spent: 2.75 }, other: { day, spent: 7 } });
    const next = day + 24 * 3_600_000;
    first.spending.write({ terminal: { day: next, spent: 0.5 } });
    await first.spending.saved();
    assert.deepEqual(await parsed(file), { terminal: { day: next, spent: 0.5 }, other: { day, spent: 7 } });
  });

  it('is replaced where it is damaged, with a warning', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'spending.json');
    for (const damaged of ['', '{"terminal":{', '[]', '7']) {
      await writeFile(file, damaged);
      const { spending, warned } = await open(file);
      assert.deepEqual(warned, [
        `${file} is damaged, so what programs spent earlier today is not counted. It is replaced.`,
      ]);
      spending.write({ terminal: { day, spent: 1 } });
      await spending.saved();
      assert.deepEqual(await parsed(file), { terminal: { day, spent: 1 } });
    }
  });

  it('is warned about once where it can’t be written', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'folder');
    const { spending, warned } = await open(path.join(file, 'spending.json'));
    await writeFile(file, 'a file in the place of the folder');
    for (const spent of [1, 2]) {
      spending.write({ terminal: { day, spent } });
      await spending.saved();
    }
    assert.equal(warned.length, 1);
    assert.match(warned[0] ?? '', /^Can’t save what programs spend today: /);
  });
});
