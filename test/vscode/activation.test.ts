import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/common/contributions.ts';

describe('activation', () => {
  it('succeeds and registers every command of the palette', async () => {
    const extension = vscode.extensions.getExtension('converser.converser');
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = Object.values(commands).filter(command => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
