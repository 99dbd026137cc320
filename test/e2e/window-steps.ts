import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../workbench/open-workbench.ts';
import {
  converserView,
  runCommand,
  shownNotification,
  takeScreenshot,
  takeScreenshots,
} from '../workbench/workbench-actions.ts';
import { pressUntilFocused } from './keyboard.ts';
import { beginConversation, comeToField, writeMessage } from './message-field.ts';

/** What a person does, and sees, in a window that tests share and that is opened after they were described. */
export function stepsIn(open: () => Workbench, documentIn: (page: Page) => FrameLocator = converserView) {
  const page = () => open().page;
  /** Converser’s page: of the sidebar, unless another one is named. */
  const view = () => documentIn(page());
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page().keyboard.press(key);
  };
  const type = (text: string) => page().keyboard.type(text);
  const write = (message: string) => writeMessage(page(), view(), message);
  const goTo = (control: string | RegExp, key = 'Tab') => pressUntilFocused(page(), key, control);
  /** The place of a file of the folder. */
  const place = (file: string) => path.join(open().folder, file);
  return {
    ...{ page, view, press, type, write, goTo, place },
    /** Types where the focus is, and presses Enter. */
    async enter(text: string) {
      await type(text);
      await press('Enter');
    },
    /** Takes what a list finds, once it does: an Enter before that would be lost. */
    async choose(text: string) {
      await type(text);
      await page().locator('.quick-input-list .monaco-list-row.focused').getByText(text).first().waitFor();
      await press('Enter');
    },
    begin: () => beginConversation(page(), view()),
    comeToField: () => comeToField(page(), view()),
    async send(message: string) {
      await write(message);
      await press('Enter');
    },
    async pressButton(name: string | RegExp, key?: string) {
      await goTo(name, key);
      await press('Enter');
    },
    /** Opens the sidebar by its key. */
    openSidebar: () => comeToField(page(), view()),
    /** Chooses in the menu that VS Code shows. */
    async chooseInMenu(name: string) {
      await page().getByRole('menuitem', { name }).waitFor();
      const focused = page().locator('.monaco-menu .action-item.focused').getByText(name, { exact: true });
      for (let presses = 0; presses < 20 && (await focused.count()) === 0; presses++)
        await press('ArrowDown');
      await press('Enter');
    },
    button: (name: string | RegExp, exactly: { readonly exact?: boolean } = {}) =>
      view().getByRole('button', { name, ...exactly }),
    /** A call waits for permission. */
    asked: () => view().getByRole('button', { name: 'Allow Once' }).waitFor(),
    /** The turn has ended. */
    answered: () => view().getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' }),
    run: (command: string) => runCommand(page(), command),
    /** By VS Code's command: where the browser reloads, VS Code may lose what it has not written down yet, such as its tabs. */
    async reloadWindow() {
      const reloaded = page().waitForEvent('load');
      await runCommand(page(), 'Developer: Reload Window');
      await reloaded;
    },
    notified: (text: string) => shownNotification(page(), text),
    /** The title of the list or the box that is open at the top. */
    title: (text: string) => page().locator('.quick-input-title').getByText(text, { exact: true }),
    /** What a file of the folder holds; nothing where there is none. */
    textIn: (file: string) => readFile(place(file), 'utf8').catch(() => ''),
    shoot: (name: string) => takeScreenshot(page(), name),
    shootInThemes: (name: string) => takeScreenshots(open(), name),
  };
}
