import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { conversationsFolder } from '../../../src/composition/conversations-folder.ts';

describe('the folder of conversations', () => {
  const folderOf = (storage: string) =>
    conversationsFolder({ workspaceFolder: vscode.Uri.file(`/data/User/${storage}/converser.converser`) });

  it('is one for all windows of a folder, and none of another folder', () => {
    const shared = '/data/User/workspaceStorage/0a1b2c/converser.converser/conversations';
    assert.equal(folderOf('workspaceStorage/0a1b2c'), shared);
    assert.equal(folderOf('workspaceStorage/0a1b2c-1'), shared);
    assert.notEqual(folderOf('workspaceStorage/0a1b2d-1'), shared);
    assert.equal(folderOf('globalStorage'), '/data/User/globalStorage/converser.converser/conversations');
  });
});
