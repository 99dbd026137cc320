import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  converserView,
  runCommand,
  takeScreenshot,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';

const skill = '.agents/skills/tidy-notes/SKILL.md';

/** @param open gives the window in which these tests run */
export function testInstructions(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;
  let folder: string;

  before(async () => {
    workbench = open();
    ({ page, folder } = workbench);
    view = converserView(page);
    const files = {
      'AGENTS.md': '# House rules\n\nName files in backticks.\n',
      'notes/AGENTS.md': 'Notes are short.\n',
      [skill]:
        '---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\nKeep each to a line.\n',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
  });

  after(async () => {
    for (const file of ['AGENTS.md', 'notes/AGENTS.md', '.agents'])
      await rm(path.join(folder, file), { recursive: true, force: true });
  });

  it('completes a skill after /, and says which instructions and skill the model reads', async () => {
    await beginConversation(page, view);
    await writeMessage(page, view, '/tidy');
    await view.getByRole('option', { name: '/tidy-notes' }).waitFor();
    await takeScreenshot(page, 'instructions-completion');
    await page.keyboard.press('Enter');
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    await view.getByText('Instructions: AGENTS.md').waitFor();
    await view.getByRole('button', { name: skill }).waitFor();
    await writeMessage(page, view, 'what is in notes/todo.txt?');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'notes/AGENTS.md' }).waitFor();
    await view.getByText('1 tool call').waitFor();
    await takeScreenshot(page, 'instructions-in-conversation');
  });

  it('lists what guides models with a box for each, and follows no more what you switch off', async () => {
    await runCommand(page, 'Converser: Instructions and Skills…');
    const list = page.locator('.quick-input-list');
    await list.getByText('notes/AGENTS.md').waitFor();
    await list.getByText('/tidy-notes: Tidies notes.').waitFor();
    await takeScreenshots(workbench, 'instructions-list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'hidden' });
    await beginConversation(page, view);
    await writeMessage(page, view, 'what is in README.md?');
    await page.keyboard.press('Enter');
    await view.getByText('1 tool call').waitFor();
    if (await view.getByText('Instructions: AGENTS.md').isVisible())
      throw new Error('AGENTS.md is followed although its box is empty.');
  });
}
