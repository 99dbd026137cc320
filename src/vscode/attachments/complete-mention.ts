import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { writeMention } from '../../converser/turn/attachments/mention.ts';
import type { PlaceQuery, PlaceSearch } from '../../ensembles/workspace/attachments/find-places.ts';
import type { CompletionItem } from '../../sidebar/protocol.ts';
import { linesText } from '../workspace/editor-selection.ts';
import { selectionMention } from './selected-text.ts';

export interface MentionPorts {
  readonly search: PlaceSearch;
}

/** Typing on narrows the list down to the other places. */
const mostPlaces = 20;

export async function completeMention(
  typed: string,
  { search }: MentionPorts,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const [, prefix, wanted = ''] = /^@(?:(file|folder):)?"?(.*)$/s.exec(typed) ?? [];
  const kinds = prefix === undefined ? kindItems().filter(({ label }) => label.startsWith(typed)) : [];
  if (prefix === undefined && wanted === '') return [...kinds, ...openFiles()];
  const kind = prefix === undefined ? 'both' : searched[prefix];
  const query: PlaceQuery = { kinds: kind ?? 'both', limit: mostPlaces, signal };
  // A search that takes too long, or that you made pointless by typing on, adds nothing.
  const found = await search.find(wanted, query).catch(() => []);
  // A mention that is complete is left out, so that Enter sends the message.
  return [...kinds, ...found.map(placeItem)].filter(({ insert = '' }) => insert.trim() !== typed);
}

const searched: Readonly<Record<string, 'files' | 'folders'>> = { file: 'files', folder: 'folders' };

function kindItems(): readonly CompletionItem[] {
  return [
    { label: '@file', detail: 'A file, or some of its lines', icon: 'file', insert: '@file:' },
    { label: '@folder', detail: 'The names in a folder', icon: 'folder', insert: '@folder:' },
    { label: '@selection', detail: selectionDetail(), icon: 'selection', insert: `${selectionMention()} ` },
    { label: '@problems', detail: problemsDetail(), icon: 'warning', insert: '@problems ' },
    { label: '@terminal', detail: 'The last command and its output', icon: 'terminal', insert: '@terminal ' },
    {
      label: '@git-diff',
      detail: 'Changes since the last commit',
      icon: 'git-compare',
      insert: '@git-diff ',
    },
    {
      label: '@image',
      detail: 'An image, PDF or file from this computer',
      icon: 'file-media',
      insert: '',
      picks: true,
    },
  ];
}

function selectionDetail(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return 'Nothing is selected';
  return `${linesText(editor.selection)} of ${vscode.workspace.asRelativePath(editor.document.uri)}`;
}

function problemsDetail(): string {
  const all = vscode.languages.getDiagnostics().flatMap(([, found]) => found);
  const count = (severity: vscode.DiagnosticSeverity) =>
    all.filter(each => each.severity === severity).length;
  const errors = count(vscode.DiagnosticSeverity.Error);
  return `${countText(errors, 'error')}, ${countText(count(vscode.DiagnosticSeverity.Warning), 'warning')}`;
}

function openFiles(): readonly CompletionItem[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const uris = tabs
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []))
    .filter(uri => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const paths = new Set(uris.map(uri => vscode.workspace.asRelativePath(uri)));
  return [...paths].slice(0, mostOpen).map(placeItem);
}

const mostOpen = 5;

function placeItem(path: string): CompletionItem {
  const isFolder = path.endsWith('/');
  const name = path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
  const folder = path.slice(0, -name.length);
  const mention = writeMention(path);
  return {
    label: name,
    detail: folder,
    icon: isFolder ? 'folder' : 'file',
    insert: `${mention} `,
  };
}
