import * as vscode from 'vscode';

/** A mistake in a file; lines and columns count from 1. */
export interface Problem {
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
  /** The dotted key that is wrong; empty for the whole file. */
  readonly key: string;
  readonly message: string;
  readonly severity?: 'warning';
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface DescriptorProblems extends vscode.Disposable {
  /** Replaces all problems by these, which are grouped by file. */
  show(problems: ReadonlyMap<string, readonly Problem[]>): void;
}

/** Mistakes in descriptors, in the Problems panel. */
export function createDescriptorProblems(): DescriptorProblems {
  const collection = vscode.languages.createDiagnosticCollection('converser');
  return {
    show(problems) {
      collection.clear();
      for (const [file, own] of problems) collection.set(vscode.Uri.file(file), own.map(diagnostic));
    },
    dispose: () => collection.dispose(),
  };
}

function diagnostic({ start, end, message, key, severity }: Problem): vscode.Diagnostic {
  const range = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
  const { Error: mistake, Warning: warning } = vscode.DiagnosticSeverity;
  const result = new vscode.Diagnostic(range, message, severity === 'warning' ? warning : mistake);
  result.source = 'Converser';
  if (key !== '') result.code = key;
  return result;
}
