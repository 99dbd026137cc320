import type * as vscode from 'vscode';

export function linesText({ start, end }: vscode.Range): string {
  const first = start.line + 1;
  // A selection of whole lines ends before the first character of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
}
