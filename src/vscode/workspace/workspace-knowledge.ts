import * as vscode from 'vscode';
import { defined } from '../../converser/ground/json/defined.ts';
import { comparePaths, relativePath } from '../../converser/words/workspace/paths.ts';
import type {
  CodeSymbol,
  Diagnostic,
  Location,
  SymbolQuery,
} from '../../converser/words/workspace/workspace.ts';
import type { WorkspaceRoots } from './workspace-roots.ts';

export async function diagnosticsBelow(
  roots: WorkspaceRoots,
  below: Location | undefined,
): Promise<readonly Diagnostic[]> {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, found]) => {
      const location = roots.location(uri);
      if (location === undefined) return [];
      if (below !== undefined && relativePath(below, location) === undefined) return [];
      return found.map(diagnostic => diagnosticAt(location, diagnostic));
    })
    .sort((a, b) => compareLocations(a.location, b.location) || a.line - b.line);
}

const severities = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
} as const;

function diagnosticAt(location: Location, diagnostic: vscode.Diagnostic): Diagnostic {
  const { code, source, message, severity, range } = diagnostic;
  const plainCode = typeof code === 'object' ? code.value : code;
  return defined({
    location,
    line: range.start.line + 1,
    severity: severities[severity],
    message,
    source,
    code: plainCode?.toString(),
  });
}

export async function symbolsFor(roots: WorkspaceRoots, query: SymbolQuery): Promise<readonly CodeSymbol[]> {
  if (query.kind === 'name') {
    const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      query.name,
    );
    return (found ?? [])
      .flatMap(symbol => flatSymbol(roots, symbol))
      .sort((a, b) => compareLocations(a.location, b.location) || a.startLine - b.startLine);
  }
  const uri = roots.uri(query.file);
  // Language extensions answer for documents that VS Code has opened only.
  await vscode.workspace.openTextDocument(uri);
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  return (found ?? []).flatMap(symbol =>
    'children' in symbol
      ? nestedSymbol(symbol, { location: query.file, depth: 0 })
      : flatSymbol(roots, symbol),
  );
}

function nestedSymbol(
  symbol: vscode.DocumentSymbol,
  { location, depth }: Pick<CodeSymbol, 'location' | 'depth'>,
): readonly CodeSymbol[] {
  return [
    { location, depth, name: symbol.name, kind: kindOf(symbol.kind), ...linesOf(symbol.range) },
    ...symbol.children.flatMap(inner => nestedSymbol(inner, { location, depth: depth + 1 })),
  ];
}

function flatSymbol(roots: WorkspaceRoots, symbol: vscode.SymbolInformation): readonly CodeSymbol[] {
  const location = roots.location(symbol.location.uri);
  if (location === undefined) return [];
  const { name, containerName, kind } = symbol;
  const container = containerName || undefined;
  return [
    defined({ location, name, kind: kindOf(kind), depth: 0, ...linesOf(symbol.location.range), container }),
  ];
}

function kindOf(kind: vscode.SymbolKind): string {
  return (vscode.SymbolKind[kind] ?? 'symbol').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function linesOf({ start, end }: vscode.Range): Pick<CodeSymbol, 'startLine' | 'endLine'> {
  return { startLine: start.line + 1, endLine: end.line + 1 };
}

function compareLocations(a: Location, b: Location): number {
  return comparePaths(`${a.root.name}/${a.path}`, `${b.root.name}/${b.path}`);
}
