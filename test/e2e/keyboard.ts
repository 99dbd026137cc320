import type { Frame, Page } from 'playwright-core';
import { eventually, often } from '../eventually.ts';

/** Presses a key until the control with this name has the focus, wherever it is, frames included. */
export async function pressUntilFocused(page: Page, key: string, name: string | RegExp): Promise<void> {
  // Pressed before it is drawn, the key would lead past it and around the whole window.
  await eventually(often, async () =>
    (await Promise.all(page.frames().map(frame => isThere(frame, name)))).includes(true),
  );
  const passed: string[] = [];
  // In the message field, Shift+Tab goes to the next mode.
  const isUpwards = key === 'Shift+Tab';
  let at = isUpwards ? await focusedName(page) : '';
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(isUpwards && at === 'Message' ? 'Control+ArrowUp' : key);
    const focused = await focusedName(page);
    at = focused;
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`${name} was not reached with ${key}; passed: ${passed.join(' → ')}`);
}

async function isThere(frame: Frame, name: string | RegExp): Promise<boolean> {
  const exactly = { exact: true };
  const named = frame.getByLabel(name, exactly).or(frame.getByText(name, exactly));
  return (await named.count().catch(() => 0)) > 0;
}

/** The name of what has the focus in the innermost document. */
async function focusedName(page: Page): Promise<string> {
  for (const frame of page.frames().toReversed()) {
    const name = await frame
      .evaluate(() => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        if (
          !document.hasFocus() ||
          focused === null ||
          focused === document.body ||
          focused.tagName === 'IFRAME'
        )
          return '';
        return focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 80) ?? '';
      })
      .catch(() => '');
    if (name !== '') return name;
  }
  return '';
}
