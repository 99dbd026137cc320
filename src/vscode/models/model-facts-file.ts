import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/async/listeners.ts';
import { reasonOf } from '../../converser/errors.ts';
import type { Log } from '../../converser/ports.ts';
import type { FileProblem, ModelsFile } from '../../providers/configured/models-file.ts';
import type { FactsFor } from '../../providers/facts/facts.ts';

/** The person's own file of facts and prices. */
export interface ModelFactsFile extends Disposable {
  /** As the file was read last. */
  readonly all: readonly FactsFor[];
  /** Where the file is; it is made from the template if there is none. */
  ready(): Promise<vscode.Uri>;
  readonly onDidChange: Listen<void>;
}

export interface ModelFactsOptions {
  readonly file: vscode.Uri;
  readonly log: Log;
  readonly read: (text: string) => Promise<ModelsFile>;
  readonly template: () => Promise<string>;
}

/** Reads the file whenever it is changed. Its mistakes are in the Problems panel, and what is right counts. */
export function createModelFactsFile({ file, log, read, template }: ModelFactsOptions): ModelFactsFile {
  const changes = listeners<void>();
  let collection: vscode.DiagnosticCollection | undefined;
  let all: readonly FactsFor[] = [];
  let lastRead = 0;

  async function reread(): Promise<void> {
    const reading = ++lastRead;
    const text = await textOf(file);
    // Whoever has no such file pays for no parser.
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
    void reread().catch(cause => log.error(`${file.fsPath} cannot be read: ${reasonOf(cause)}`));
  const folder = vscode.Uri.joinPath(file, '..');
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
  const subscriptions = [
    watcher,
    watcher.onDidCreate(follow),
    watcher.onDidChange(follow),
    watcher.onDidDelete(follow),
    // Sooner than the watcher, for whom some file systems have nothing to tell.
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.toString() === file.toString()) follow();
    }),
  ];
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
      for (const subscription of subscriptions) subscription.dispose();
      collection?.dispose();
    },
  };
}

const nothing: ModelsFile = { facts: [], problems: [] };

/** `undefined` where there is no file. */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (cause) {
    if (cause instanceof vscode.FileSystemError && cause.code === 'FileNotFound') return undefined;
    throw cause;
  }
}

function diagnostic({ line, message }: FileProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const result = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  result.source = 'Converser';
  return result;
}
