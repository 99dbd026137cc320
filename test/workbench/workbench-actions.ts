/** What a person does in VS Code, as far as any extension's tests need it. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { inAllThemes } from './all-themes.ts';
import type { Theme, Workbench } from './open-workbench.ts';

const screenshots = fileURLToPath(new URL('../../.screenshots', import.meta.url));

/** Runs a command by the title that the palette shows, for example "View: Close Editor". */
export async function runCommand(page: Page, title: string): Promise<void> {
  // Whatever takes the focus late, from the command before, closes the palette: a person opens it again.
  do await page.keyboard.press('F1');
  while (!(await isFound(page, title)) || !(await isAccepted(page)));
}

/**
 * Presses Enter in the palette. False if it has closed. It is looked at and pressed in one go: a key from outside goes to
 * whatever has taken the focus meanwhile, and could send a message that is half written.
 */
function isAccepted(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const input = document.querySelector('.quick-input-widget input[type="text"]');
    if (!input?.checkVisibility()) return false;
    const enter = { key: 'Enter', code: 'Enter', keyCode: 13 };
    input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, bubbles: true, cancelable: true }));
    return true;
  });
}

/** A key that is pressed while the focus goes to a page that VS Code still loads may be lost: milliseconds to wait. */
const patience = 30_000;

/** Types a title into the palette. False if it does not open, or closes before it shows the command. */
async function isFound(page: Page, title: string): Promise<boolean> {
  const palette = page.locator('.quick-input-widget');
  const input = palette.locator('input[type="text"]');
  const hasOpened = await input.waitFor({ timeout: patience }).then(
    () => true,
    () => false,
  );
  if (!hasOpened) return false;
  const closed = palette.waitFor({ state: 'hidden', timeout: 0 }).then(() => false);
  // The page itself closes sooner or later.
  closed.catch(() => {});
  const first = palette.locator('.monaco-list-row.focused').filter({
    has: page.locator('.label-name').getByText(title, { exact: true }),
  });
  const found = input.fill(`>${title}`).then(async () => {
    await first.waitFor().catch(async () => {
      const shown = await palette.locator('.label-name').allTextContents();
      throw new Error(
        `The palette does not begin with "${title}", but with: ${shown.join(', ') || 'nothing'}`,
      );
    });
    return true;
  });
  found.catch(() => {});
  return Promise.race([found, closed]);
}

/** Gives the document of Converser's view in the sidebar. */
export function converserView(page: Page): FrameLocator {
  return documentIn(page, '[src*="purpose=webviewView"]');
}

/** Loads the page of a view anew. Until the old one is gone, it still shows what it did. */
export async function reloadView(page: Page, view: FrameLocator): Promise<void> {
  const before = await frameOf(view);
  const gone = page.waitForEvent('framedetached', frame => frame === before);
  await runCommand(page, 'Developer: Reload Webviews');
  await gone;
}

/** Gives the document of the editor that Converser shows, such as the card of a model. */
export function converserEditor(page: Page): FrameLocator {
  return documentIn(page, ':not([src*="purpose=webviewView"])');
}

/** Gives what waits for functions to hold in a document, and runs scripts in it. */
export async function frameOf(view: FrameLocator): Promise<Frame> {
  const body = await view.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error('The document is in no frame any more.');
  return frame;
}

/** VS Code nests the document of a webview in two frames, and says in the address of the outer one whose it is. */
function documentIn(page: Page, kind: string): FrameLocator {
  return page
    .frameLocator(`iframe.webview.ready[src*="extensionId=converser.converser"]${kind}`)
    .frameLocator('iframe#active-frame');
}

/** Writes .screenshots/<name>.png, which git ignores. */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  await mkdir(screenshots, { recursive: true });
  const file = path.join(screenshots, `${name}.png`);
  await page.screenshot({ path: file });
  return file;
}

/** Writes .screenshots/<name>-<theme>.png in the dark theme, or in each theme with `--themes`. */
export async function takeScreenshots(workbench: Workbench, name: string): Promise<void> {
  await inThemes(workbench, async theme => {
    await takeScreenshot(workbench.page, `${name}-${theme}`);
  });
}

/** Looks at something in the dark theme, or in each theme with `--themes`: each change draws the whole window anew. */
export async function inThemes(
  { inEachTheme }: Workbench,
  look: (theme: Theme) => Promise<void>,
): Promise<void> {
  if (inAllThemes) await inEachTheme(look);
  else await look('dark');
}

/** Waits for a notification that VS Code shows by itself, and gives it in the list of all: alone, it soon hides. */
export async function shownNotification(page: Page, text: string): Promise<Locator> {
  // Where the list is open, it shows there at once.
  await page.locator('.notifications-toasts, .notifications-center').getByText(text).first().waitFor();
  await runCommand(page, 'Notifications: Show Notifications');
  // VS Code has notifications of its own, some with the same buttons.
  const notification = page.locator('.notifications-center').getByRole('dialog').filter({ hasText: text });
  await notification.waitFor();
  return notification;
}
