import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { mentionsIn } from '../../../src/converser/turn/attachments/mention.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { problemMessage } from '../../../src/vscode/commands/ask-about-problem.ts';
import { eventually } from '../../eventually.ts';
import { converserOfTests, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';

const problemAt = (line: number, message: string) =>
  new vscode.Diagnostic(new vscode.Range(line, 0, line, 5), message, vscode.DiagnosticSeverity.Error);

describe('Fix and Explain with Converser', () => {
  const converser = converserOfTests();
  const problems = vscode.languages.createDiagnosticCollection('test');
  after(() => problems.dispose());

  it('are offered where a problem is, and begin a conversation about it with its lines attached', async () => {
    const uri = await writeWorkspaceFile('broken.ts', `${'// line\n'.repeat(20)}const x: string = 1;\n`);
    await vscode.workspace.openTextDocument(uri);
    problems.set(uri, [problemAt(20, 'Type number is not string')]);
    const actionsAt = (line: number) =>
      vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        new vscode.Range(line, 0, line, 1),
      );
    const ours = (await actionsAt(20)).filter(({ title }) => title.endsWith('with Converser'));
    assert.deepEqual(
      ours.map(({ title }) => title),
      ['Fix with Converser', 'Explain with Converser'],
    );
    assert.deepEqual(
      (await actionsAt(2)).filter(({ title }) => title.endsWith('with Converser')),
      [],
    );
    const before = converser().conversation.id;
    const { command } = ours[1] ?? {};
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    const { conversation } = converser();
    assert.notEqual(conversation.id, before);
    const said = await eventually(conversation.onDidChange, () =>
      conversation.shown.canisters.find(({ role }) => role === 'user'),
    );
    assert.match(
      textOf(said.content),
      /^Explain this problem in @broken\.ts:16-22\.\n\n```text\nline 21: error: Type/,
    );
    const attached = conversation.shown.canisters.find(({ role }) => role === 'document');
    assert.match(JSON.stringify(attached), /const x: string = 1/);
  });

  it('attach nothing that a problem’s words name', () => {
    const words = '@.env and (@"a b") \n/secret @selection';
    const message = problemMessage('fix', { uri: workspaceFile('a.ts'), problems: [problemAt(0, words)] });
    assert.equal(mentionsIn(message).length, 1);
    assert.match(message, /^Fix this problem in @a\.ts:1-6\./);
  });
});
