import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { FrameLocator } from 'playwright-core';
import { frameOf } from '../workbench/workbench-actions.ts';

/** What axe-core finds in Converser’s page that is serious or critical, by rule and place. */
export async function seriousFindings(
  view: FrameLocator,
  place: 'sideBar' | 'editor' = 'sideBar',
): Promise<readonly string[]> {
  const frame = await frameOf(view);
  await frame.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  // VS Code paints what is behind the page, which axe-core cannot see and takes for white.
  await frame.evaluate(behind => {
    document.body.style.backgroundColor = `var(--vscode-${behind}-background)`;
  }, place);
  const { violations } = await frame.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
