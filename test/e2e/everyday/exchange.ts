import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { claudeSession, jsonl } from '../../house/exchange/sessions.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testExchange(open: () => Workbench): void {
  const { page, view, press, type, begin, send, answered, run, enter, notified, place, textIn, shoot } =
    stepsIn(open);
  /** VS Code’s own dialog for files, with the path in its field. */
  const dialog = () => page().locator('.quick-input-widget').getByText('Show Local').waitFor();

  async function importFile(file: string): Promise<void> {
    await run('Converser: Import Conversation…');
    await page().getByText('From a File…').first().waitFor();
    await enter('From a File');
    await dialog();
    await press('Control+A');
    await type(place(file));
    await press('Enter');
  }

  it('are written as a page and as JSON, of which Converser makes the same conversation', async () => {
    await begin();
    await send('roll 1d1');
    await view().getByText('1 tool call').waitFor();
    await answered();
    for (const form of ['HTML', 'JSON']) {
      await run('Converser: Export Conversation…');
      await page().getByText('One page for a browser').first().waitFor();
      await shoot('export-forms');
      await enter(form);
      await dialog();
      await press('Enter');
      await notified(`Exported to roll 1d1.${form.toLowerCase()}.`);
    }
    assert.match(await textIn('roll 1d1.html'), /<title>roll 1d1<\/title>[\s\S]*Called probability:roll/);
    await importFile('roll 1d1.json');
    await notified('Imported from Converser.');
    await view().getByText('From outside: what was imported from Converser').waitFor();
    await view().getByText('1 tool call').waitFor();
  });

  it('of Claude Code go on here', async () => {
    const { user, assistant } = claudeSession();
    const call = assistant('m1', {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'Read',
      input: { file_path: 'a.txt' },
    });
    const lines = [user('What is in a.txt?'), call];
    lines.push(user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Alpha.' }]));
    await writeFile(
      place('session.jsonl'),
      jsonl([...lines, assistant('m2', { type: 'text', text: 'It says **Alpha**.' })]),
    );
    await importFile('session.jsonl');
    await view().getByText('It says Alpha.').waitFor();
    await shoot('imported');
    await send('roll 2d1');
    await answered();
    await view().getByText('Rolled 2d1').waitFor();
    await view().getByText('What is in a.txt?').waitFor();
  });
}
