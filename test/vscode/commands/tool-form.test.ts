import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askForArguments } from '../../../src/vscode/commands/tool-form.ts';

describe('the form for the arguments of a tool', () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { a: text, b: text, c: text, name: text },
  };

  it('asks for what is required, and for many optional arguments only if you want to set them', async () => {
    const asked = askForArguments('greetings:greet', schema);
    await accept();
    await accept();
    assert.deepEqual(await asked, { name: '' });
  });

  it('asks for a few optional arguments one after the other', async () => {
    const { a, name } = schema.properties;
    const asked = askForArguments('greetings:greet', { ...schema, properties: { a, name } });
    await accept();
    await accept();
    assert.deepEqual(await asked, { name: '' });
  });
});

/** Presses Enter in what is asked now. */
async function accept(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
