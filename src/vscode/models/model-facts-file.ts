import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { FileProblem, ModelsFile } from '../../providers/configured/models-file.ts';
import type { FactsFor } from '../../providers/facts/facts.ts';

export interface ModelFactsFile extends Disposable {
  readonly all: readonly FactsFor[];
  ready(): Promise<vscode.Uri>;
  readonly onDidChange: Listen<void>;
}

export interface ModelFactsOptions {
  readonly file: vscode.Uri;
  readonly log: Log;
  readonly read: (text: string) => Promise<ModelsFile>;
  readonly template: () => Promise<string>;
}

/** Mistakes go to the Problems panel; everything else takes effect. */
export function createModelFactsFile({ file, log, read, template }: ModelFactsOptions): ModelFactsFile {
  const changes = listeners<void>();
  let collection: vscode.DiagnosticCollection | undefined;
  let all: readonly FactsFor[] = [];
  let lastRead = 0;

  async function reread(): Promise<void> {
    const reading = ++lastRead;
    const text = await textOf(file);
    // Without the file, the parser is not loaded.
    const { facts, problems } = text === undefined ? nothing : await read(text);
    if (reading !== lastRead) return;
    show(problems);
    all = facts;
    changes.fire();
  }

  function show(problems: readonly FileProblem[]): void {
    if (problems.length > 0) collection ??= vscode.languages.createDiagnosticCollection('converser-models');
    collection?.set(file, problems.map(diagnostic));
  }

  const follow = () =>
    void reread().catch(cause => log.error(`Couldn’t read ${file.fsPath}: ${reasonOf(cause)}`));
  const watching = watch(file, follow);
  follow();

  return {
    get all() {
      return all;
    },
    async ready() {
      if ((await textOf(file)) === undefined)
        await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(await template()));
      return file;
    },
    onDidChange: changes.listen,
    dispose() {
      lastRead++;
      watching.dispose();
      collection?.dispose();
    },
  };
}

/** Saving is faster than the watcher and works on file systems without change events. */
function watch(file: vscode.Uri, onDidChange: () => void): vscode.Disposable {
  const folder = vscode.Uri.joinPath(file, '..');
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onDidChange),
    watcher.onDidChange(onDidChange),
    watcher.onDidDelete(onDidChange),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.toString() === file.toString()) onDidChange();
    }),
  );
}

const nothing: ModelsFile = { facts: [], problems: [] };

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  const { savedTextIfThere } = await import('../workspace/read-saved.ts');
  return savedTextIfThere(file);
}

function diagnostic({ line, message }: FileProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const result = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  result.source = 'Converser';
  return result;
}
