import * as vscode from 'vscode';
import type { Listen } from '../../converser/ground/async/listeners.ts';
import { absolutePath, locateAbsolute } from '../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../converser/words/workspace/workspace.ts';
import { registerReadOnlyFiles } from './read-only-files.ts';

export interface ProposedDocuments extends vscode.Disposable {
  uri(conversationId: string, place: Location): vscode.Uri;
  /** `undefined` for another document. */
  of(uri: vscode.Uri): { readonly conversationId: string; readonly place: Location } | undefined;
}

export interface ProposedDocumentsPorts {
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly textAt: (conversationId: string, place: Location) => Promise<string>;
  readonly onDidChange: Listen<void>;
  /** VS Code gives each scheme to one provider only. */
  readonly scheme: string;
}

export function createProposedDocuments(ports: ProposedDocumentsPorts): ProposedDocuments {
  const { workspace, textAt, scheme } = ports;
  const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let version = 1;
  const of: ProposedDocuments['of'] = uri => {
    const place =
      uri.scheme === scheme ? locateAbsolute(uri.with({ scheme: 'file' }).path, workspace.roots) : undefined;
    return place && { conversationId: uri.query, place };
  };
  const read = async (uri: vscode.Uri): Promise<Uint8Array> => {
    const found = of(uri);
    if (found === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode(await textAt(found.conversationId, found.place));
  };
  const registration = registerReadOnlyFiles(scheme, {
    read,
    changing: { version: () => version, event: changes.event },
  });
  const following = ports.onDidChange(() => {
    version += 1;
    // VS Code watches no files in an editor of several.
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
    changes.fire(open.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  });
  return {
    uri: (conversationId, place) =>
      vscode.Uri.file(absolutePath(place)).with({ scheme, query: conversationId }),
    of,
    dispose: () => vscode.Disposable.from(registration, following, changes).dispose(),
  };
}
