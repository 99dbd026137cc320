import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

const skill = '.agents/skills/tidy-notes/SKILL.md';

export function testInstructions(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, write, place, enter } = steps;
  const { begin, send, button, run, shoot, shootInThemes } = steps;

  before(async () => {
    const files = {
      'AGENTS.md': '# House rules\n\nName files in backticks.\n',
      'notes/AGENTS.md': 'Notes are short.\n',
      [skill]:
        '---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\nKeep each to a line.\n',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(place(file)), { recursive: true });
      await writeFile(place(file), text);
    }
  });

  after(async () => {
    for (const file of ['AGENTS.md', 'notes/AGENTS.md', '.agents'])
      await rm(place(file), { recursive: true, force: true });
  });

  it('completes a skill after /, and says which instructions and skill the model reads', async () => {
    await begin();
    await write('/tidy');
    await view().getByRole('option', { name: '/tidy-notes' }).waitFor();
    await shoot('instructions-completion');
    await press('Enter');
    await enter('please');
    await view().getByText('Instructions: AGENTS.md').waitFor();
    await button(skill).waitFor();
    await send('what is in notes/todo.txt?');
    await button('notes/AGENTS.md').waitFor();
    await view().getByText('1 tool call').waitFor();
    await shoot('instructions-in-conversation');
  });

  it('lists what guides models with a box for each, and follows no more what you switch off', async () => {
    await run('Converser: Instructions and Skills…');
    const list = page().locator('.quick-input-list');
    await list.getByText('notes/AGENTS.md').waitFor();
    await list.getByText('/tidy-notes: Tidies notes.').waitFor();
    await shootInThemes('instructions-list');
    await press('ArrowDown', 'Space', 'Enter');
    await list.waitFor({ state: 'hidden' });
    await begin();
    await send('what is in README.md?');
    await view().getByText('1 tool call').waitFor();
    if (await view().getByText('Instructions: AGENTS.md').isVisible())
      throw new Error('AGENTS.md is followed although its box is empty.');
  });
}
