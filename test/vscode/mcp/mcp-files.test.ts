import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { eventually } from '../../eventually.ts';
import { runningConverser, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import { fakeServer, serverNamed } from '../support/mcp.ts';
import { set } from '../support/servers.ts';

describe('VS Code’s files of MCP servers', () => {
  let converser: ConverserInVscode;
  let own: vscode.Uri;
  let former: Uint8Array | undefined;

  const write = (text: string) => vscode.workspace.fs.writeFile(own, new TextEncoder().encode(text));
  const take = (files: readonly string[] | undefined) => set('mcpFiles', files);
  const has = (name: string) => converser.roster.ensembles.some(ensemble => ensemble.name === name);
  const until = (condition: () => boolean) => eventually(converser.roster.onDidChange, condition);

  before(async () => {
    converser = await runningConverser();
    own = vscode.Uri.joinPath(vscode.Uri.file(converser.folders.editor?.user ?? ''), 'mcp.json');
    former = await Promise.resolve(vscode.workspace.fs.readFile(own)).catch(() => undefined);
  });

  after(async () => {
    await take(undefined);
    if (former === undefined) await vscode.workspace.fs.delete(own);
    else await vscode.workspace.fs.writeFile(own, former);
    await until(() => !has('mine'));
  });

  it('include the one that VS Code opens as yours', async () => {
    const remote = vscode.env.remoteName !== undefined;
    await vscode.commands.executeCommand(
      remote ? 'workbench.mcp.openRemoteUserMcpJson' : 'workbench.mcp.openUserMcpJson',
    );
    const opened = await eventually(
      vscode.window.onDidChangeActiveTextEditor,
      () => vscode.window.activeTextEditor?.document.uri,
    );
    assert.equal(opened.path, own.path);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('become ensembles without starting a server, unless the setting excludes them', async () => {
    const [program] = fakeServer('misbehaving-stdio');
    await write(`{ "servers": { "mine": { "command": "node", "args": [${JSON.stringify(program)}] } } }`);
    const server = await serverNamed(converser, 'mine');
    assert.deepEqual([server.origin, server.server], ['user', 'stopped']);
    assert.equal(converser.mcp.knowledge.isApproved(server.definition), true);
    await take(['workspace']);
    await until(() => !has('mine'));
    await take(['user']);
    await until(() => has('mine'));
  });

  it('include the .mcp.json in the root of a folder, to which VS Code moves servers', async () => {
    await take(undefined);
    const servers = { moved: { type: 'stdio', command: 'node', args: ['moved.js'] } };
    const file = await writeWorkspaceFile('.mcp.json', JSON.stringify({ mcpServers: servers }));
    const { origin, server, definition } = await serverNamed(converser, 'moved');
    assert.deepEqual([origin, server, definition.source.place], ['workspace', 'stopped', file.fsPath]);
    await vscode.workspace.fs.delete(file);
    await until(() => !has('moved'));
  });

  it('are shown with their mistakes, and with what does not count, in the Problems panel', async () => {
    const file = await writeWorkspaceFile(
      '.vscode/mcp.json',
      '{ "servers": {\n  "a": { "args": [] },\n  "b": { "url": "https://b.example/mcp", "timeout": 5 }\n} }',
    );
    await take(undefined);
    const told = await eventually(vscode.languages.onDidChangeDiagnostics, () => {
      const found = vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Converser');
      return found.length === 2 ? found : undefined;
    });
    assert.deepEqual(
      told.map(({ severity, range, message }) => [severity, range.start.line, message.split('.')[0]]),
      [
        [vscode.DiagnosticSeverity.Error, 1, 'Missing key "command"'],
        [vscode.DiagnosticSeverity.Warning, 2, 'Unknown key "timeout", ignored'],
      ],
    );
    assert.deepEqual([has('a'), has('b')], [false, true]);
    await vscode.workspace.fs.delete(workspaceFile('.vscode', 'mcp.json'));
    await until(() => !has('b'));
  });
});
