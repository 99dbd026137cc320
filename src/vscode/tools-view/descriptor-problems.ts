import * as vscode from 'vscode';
import type { Diagnostic, Diagnostics } from '../../ensembles/descriptors/mistakes/diagnostic.ts';

export interface DescriptorProblems extends vscode.Disposable {
  show(problems: Diagnostics): void;
}

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

function diagnostic({ start, end, message, key, severity }: Diagnostic): vscode.Diagnostic {
  const range = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
  const { Error: mistake, Warning: warning } = vscode.DiagnosticSeverity;
  const result = new vscode.Diagnostic(range, message, severity === 'warning' ? warning : mistake);
  result.source = 'Converser';
  if (key !== '') result.code = key;
  return result;
}
