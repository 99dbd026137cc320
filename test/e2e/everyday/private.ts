import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually, often } from '../../eventually.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { seriousFindings } from '../serious-findings.ts';
import { stepsIn } from '../window-steps.ts';

export function testPrivate(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, write, begin, send, press, pressButton, asked, answered, textIn, run } = steps;
  const isKept = async (words: string) =>
    (await Promise.all(open().kept.map(folder => filesWith(words, folder)))).flat();
  const row = (name: RegExp) => page().getByRole('treeitem', { name });
  const [ordinary, secret, draft] = ['1d1+550413', '1d1+918273', 'okapi and quagga'];

  it('keep nothing of what you ask, while what their tools change can be undone', async () => {
    await begin();
    await send(`roll ${ordinary}`);
    await answered();
    await send('/private');
    await view().getByText('Private: gone when this window closes').waitFor();
    await send(`roll ${secret}`);
    await view().getByText(`Rolled ${secret}`).first().waitFor();
    await answered();
    await send('write hidden in notes/private.txt');
    await asked();
    await press('Control+Enter');
    await view().getByText('Changed: 1 file').waitFor();
    await pressButton('Undo Turn', 'Shift+Tab');
    await view().getByText('Undone: 1 file').waitFor();
    assert.equal(await textIn('notes/private.txt'), '');
    await steps.comeToField();
    await write(draft);
    await run('Converser: Focus on Conversations View');
    await row(/^roll 1d1\+918273, Current, Private/).waitFor();
    await steps.shootInThemes('private');
    assert.deepEqual(await seriousFindings(view()), []);
  });

  it('are gone when their window closes', async () => {
    await steps.reloadWindow();
    await view().locator('.welcome').waitFor();
    await steps.comeToField();
    await run('Converser: Focus on Conversations View');
    await row(/^roll 1d1\+550413/).waitFor();
    assert.equal(await row(/918273/).count(), 0);
    // What VS Code keeps for its next start, it writes down a little later.
    await eventually(often, async () => (await isKept(ordinary)).length > 0);
    for (const words of [secret, draft, 'write hidden in notes/private.txt'])
      assert.deepEqual(await isKept(words), [], words);
  });
}

/** VS Code's own pages write text in two ways. */
async function filesWith(words: string, folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sought = [Buffer.from(words, 'utf8'), Buffer.from(words, 'utf16le')];
  const found = files
    .filter(file => file.isFile())
    .map(async file => {
      const place = path.join(file.parentPath, file.name);
      // A browser removes files as it likes.
      const bytes = await readFile(place).catch(() => Buffer.alloc(0));
      return sought.some(each => bytes.includes(each)) ? [place] : [];
    });
  return (await Promise.all(found)).flat();
}
