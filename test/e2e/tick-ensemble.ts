import type { FrameLocator, Page } from 'playwright-core';
import { pressUntilFocused } from './keyboard.ts';
import { comeToField } from './message-field.ts';

interface Ticked {
  /** Its title. */
  readonly ensemble: string;
  /** How many tools are on then that were not before. */
  readonly tools: number;
}

/** Switches an ensemble on beside the message field, by keyboard, and leaves the list of tools open. */
export async function tickEnsemble(
  page: Page,
  view: FrameLocator,
  { ensemble, tools }: Ticked,
): Promise<void> {
  // In a narrow view, a menu leads to it.
  const hidden = { includeHidden: true };
  const button = view.getByRole('button', { name: /^Tools: \d+ on$/, ...hidden });
  const before = (await button.getAttribute('aria-label')) ?? '';
  await comeToField(page, view);
  const isFolded = !(await button.isVisible());
  await pressUntilFocused(page, 'Tab', isFolded ? 'Tools, mode and thinking' : before);
  await page.keyboard.press('Enter');
  if (isFolded) await view.getByRole('menuitem', { name: before }).press('Enter');
  await view.getByRole('dialog', { name: 'Tools' }).waitFor();
  const box = view.locator('vscode-checkbox:focus-within', { hasText: ensemble });
  for (let presses = 0; presses < 40 && !(await box.isVisible()); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const count = Number(/\d+/.exec(before)?.[0]);
  const wanted = view.getByRole('button', { name: `Tools: ${count + tools} on`, ...hidden });
  await wanted.waitFor({ state: 'attached' });
}
