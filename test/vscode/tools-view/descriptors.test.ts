import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { answerCommand } from '../../../src/vscode/activation-ids.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { converserOfTests, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import { checkout } from '../support/mcp.ts';

const file = '.converser/ensembles/greetings.toml';

function descriptor(invoker: string): string {
  return ['[ensemble]', 'name = "greetings"', 'kind = "local"', '', '[[invokers]]', invoker, ''].join('\n');
}

describe('descriptors of the workspace', () => {
  const converser = converserOfTests();

  afterEach(async () => {
    await vscode.workspace.fs.delete(workspaceFile('.converser'), { recursive: true });
  });

  it('are picked up, replaced and dropped while VS Code runs', async () => {
    const { roster } = converser();
    const invokers = () =>
      roster.ensembles.find(({ name }) => name === 'greetings')?.invokers.map(({ name }) => name);
    const uri = await writeWorkspaceFile(file, descriptor('name = "look"\nimplementation = "find_files"'));
    await eventually(roster.onDidChange, () => invokers()?.includes('look'));
    await writeWorkspaceFile(file, descriptor('name = "list"\nimplementation = "list_directory"'));
    await eventually(roster.onDidChange, () => invokers()?.includes('list'));
    await vscode.workspace.fs.delete(uri);
    await eventually(roster.onDidChange, () => invokers() === undefined);
    assert.equal(invokers(), undefined);
  });

  it('may bring code, which the sidebar lists and which runs only when it is allowed', async () => {
    const { roster, questions } = converser();
    await vscode.commands.executeCommand('converser.conversation.focus');
    await eventually(converser().page.onDidBecomeReady, () => converser().page.isReady);
    await writeWorkspaceFile(
      '.converser/ensembles/greet.mjs',
      "export const greet = ({ name }) => 'Hello, ' + name + '!';\n",
    );
    await writeWorkspaceFile(
      file,
      descriptor(
        'name = "greet"\nimplementation = "./greet.mjs#greet"\ndescription = "Greets."\n' +
          'arguments = { type = "object", properties = { name = { type = "string" } } }',
      ),
    );
    await eventually(roster.onDidChange, () => roster.find('greetings:greet').kind === 'found');
    await converser().conversation.open();
    const sent = converser().sidebar.send('/invoke greetings:greet {"name": "Ada"}');
    const open = await eventually(questions.onDidChange, () => questions.all[0]);
    assert.equal(
      open.question.reason,
      'greetings:greet is defined in this folder; it runs greet.mjs#greet.',
      'without the fingerprint, which is of use to nobody who reads it',
    );
    converser().commands[answerCommand]?.(open.id, answerOf('once'));
    await sent;
    assert.match(JSON.stringify(converser().conversation.shown.canisters), /Hello, Ada!/);
  });

  it('may make tools of a database, with the SQLite of VS Code’s own Node', async () => {
    const { roster, questions, conversation, sidebar, commands } = converser();
    await writeWorkspaceFile('.converser/app.sqlite', '');
    const database = '[database]\nfile = ".converser/app.sqlite"\nwrite = true\n';
    await writeWorkspaceFile(file, `[ensemble]\nname = "app"\nkind = "database"\n${database}`);
    await eventually(roster.onDidChange, () => roster.find('app:execute').kind === 'found');
    await conversation.open();
    const invoke = async (tool: string, args: object) => {
      const sent = sidebar.send(`/invoke app:${tool} ${JSON.stringify(args)}`);
      const open = await eventually(questions.onDidChange, () => questions.all[0]);
      commands[answerCommand]?.(open.id, answerOf('once'));
      await sent;
      return open.question;
    };
    const sql = ['CREATE TABLE t (a)', "INSERT INTO t VALUES ('Hello, database!')"];
    const asked = await invoke('execute', { statements: sql.map(each => ({ sql: each })) });
    assert.match(JSON.stringify(asked), /\+ CREATE TABLE t \(a\)/);
    await invoke('query', { sql: 'SELECT a FROM t' });
    assert.match(JSON.stringify(conversation.shown.canisters), /\| Hello, database! \|/);
  });

  it('may name functions in TypeScript, whose signatures are read: what has no schema is shown in the module', async () => {
    const { roster, questions } = converser();
    const module = '.converser/ensembles/greet.ts';
    const code =
      "type integer = number;\n/** Greets. */\nexport const greet = (name: string, times: integer = 1) =>\n  'Hello, '.repeat(times) + name;\n";
    const uri = await writeWorkspaceFile(module, code.replace('times: integer', 'times: Date'));
    await writeWorkspaceFile(file, descriptor('implementation = "./greet.ts#greet"'));
    const problems = () => vscode.languages.getDiagnostics(uri);
    const listed = () => problems().find(({ source }) => source === 'Converser');
    const problem = await eventually(vscode.languages.onDidChangeDiagnostics, listed);
    assert.deepEqual([problem?.range.start.line, problem?.range.start.character], [2, 43]);
    assert.match(
      problem?.message ?? '',
      /^Date isn’t a type .* write the arguments of greet in greetings\.toml\.$/,
    );
    await writeWorkspaceFile(module, code);
    await eventually(roster.onDidChange, () => roster.find('greetings:greet').kind === 'found');
    await converser().conversation.open();
    const sent = converser().sidebar.send('/invoke greetings:greet {"name": "Ada", "times": 2}');
    const open = await eventually(questions.onDidChange, () => questions.all[0]);
    converser().commands[answerCommand]?.(open.id, answerOf('once'));
    await sent;
    assert.match(JSON.stringify(converser().conversation.shown.canisters), /Hello, Hello, Ada/);
  });

  it('show their mistakes in the Problems panel, with line and expectation, until they are fixed', async () => {
    const uri = await writeWorkspaceFile(file, descriptor('name = "look"\nimplementation = "find_filse"'));
    const problems = () => vscode.languages.getDiagnostics(uri);
    const [problem] = await eventually(
      vscode.languages.onDidChangeDiagnostics,
      () => problems().length > 0 && problems(),
    );
    assert.equal(problem?.source, 'Converser');
    assert.equal(problem.range.start.line, 6);
    assert.match(problem.message, /find_files/);
    assert.ok(
      converser().roster.ensembles.some(({ name }) => name === 'probability'),
      'the others still load',
    );

    await writeWorkspaceFile(file, descriptor('name = "look"\nimplementation = "find_files"'));
    await eventually(vscode.languages.onDidChangeDiagnostics, () => problems().length === 0);
    assert.deepEqual(problems(), []);
  });

  it('may be as they were designed, with mistakes and warnings at the lines of the tool’s own file', async () => {
    const invoker = '.converser/ensembles/io/invokers/read_file.toml';
    const design = (name: string) =>
      readFile(path.join(checkout(), 'test', 'fixtures', 'design', name), 'utf8');
    const written = await design('io/invokers/read_file.toml');
    const changed = (text: string) => writeWorkspaceFile(invoker, text);
    const uri = await changed(
      `annotations = { idempotent = false }\n${written}`.replace('enabled', 'max_retries = 1\nenabled'),
    );
    await writeWorkspaceFile('.converser/ensembles/io.toml', await design('io.toml'));
    const { Error: mistake, Warning: warning } = vscode.DiagnosticSeverity;
    const isTold = (severity: vscode.DiagnosticSeverity, line: number, words: RegExp) =>
      eventually(vscode.languages.onDidChangeDiagnostics, () =>
        vscode.languages
          .getDiagnostics(uri)
          .some(
            found =>
              found.severity === severity && found.range.start.line === line && words.test(found.message),
          ),
      );
    const { roster } = converser();
    await isTold(warning, 3, /^max_retries has no effect/);
    assert.equal(roster.find('io:read_file').kind, 'found');
    await changed(written.replace('true', '"yes"'));
    await isTold(mistake, 2, /^enabled must be true or false/);
    await changed(written);
    const left = () => vscode.languages.getDiagnostics(uri);
    await eventually(vscode.languages.onDidChangeDiagnostics, () => left().length === 0);
    assert.equal(roster.find('io:read_file').kind, 'found');
  });
});
