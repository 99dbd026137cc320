import * as vscode from 'vscode';
import { type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { MarkedChanges, Marking } from '../../ensembles/workspace/marks/marking.ts';
import type { TurnText } from '../../ensembles/workspace/marks/turn-texts.ts';
import type { WaitingFile } from '../../ensembles/workspace/marks/waiting-files.ts';
import type { TurnChanges } from '../undo/turn-changes.ts';
import { readSaved } from '../workspace/read-saved.ts';

export interface MarkedFile {
  readonly file: WaitingFile;
  /** `undefined` for what is no text, too large, or differs too much: the file is marked as a whole. */
  readonly found: MarkedChanges | undefined;
}

export interface MarkedFiles extends vscode.Disposable {
  /** Open or not. */
  readonly waiting: readonly vscode.Uri[];
  /** As last seen in the open document. */
  of(uri: vscode.Uri): MarkedFile | undefined;
  /** As the document is now. */
  look(document: vscode.TextDocument): Promise<MarkedFile | undefined>;
  file(uri: vscode.Uri): WaitingFile | undefined;
  /** Follows what you have decided. */
  refresh(): Promise<void>;
  readonly onDidChange: Listen<void>;
}

export interface MarkedFilesPorts {
  readonly changes: Pick<TurnChanges, 'all' | 'onDidChange'>;
  readonly marking: Marking;
  readonly onFailure: (cause: unknown) => void;
}

/** In milliseconds. While you type, VS Code moves the marks. */
const pause = 150;

export function createMarkedFiles({ changes, marking, onFailure }: MarkedFilesPorts): MarkedFiles {
  const changed = listeners<void>();
  const shown = new Map<string, MarkedFile>();
  const pauses = new Map<string, ReturnType<typeof setTimeout>>();
  let files: ReadonlyMap<string, WaitingFile> = new Map();
  let texts = new Map<WaitingFile, Promise<TurnText | undefined>>();

  function textOf(file: WaitingFile, { uri, encoding }: vscode.TextDocument): Promise<TurnText | undefined> {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const read = marking.read(file, {
      decode: bytes => vscode.workspace.decode(bytes, { encoding }),
      saved: () => readSaved(uri),
    });
    texts.set(file, read);
    return read;
  }

  async function look(document: vscode.TextDocument): Promise<MarkedFile | undefined> {
    const file = files.get(keyOf(document.uri));
    if (file === undefined) return undefined;
    const text = await textOf(file, document);
    return { file, found: text && (await marking.follow(text, document.getText())) };
  }

  async function mark(document: vscode.TextDocument): Promise<void> {
    const key = keyOf(document.uri);
    const { version } = document;
    const [file, seen] = [files.get(key), await look(document)];
    if (document.isClosed || document.version !== version || files.get(key) !== file) return;
    if (seen === undefined) shown.delete(key);
    else shown.set(key, seen);
  }

  const markSoon = (document: vscode.TextDocument) => {
    const key = keyOf(document.uri);
    clearTimeout(pauses.get(key));
    pauses.set(
      key,
      setTimeout(() => void mark(document).then(changed.fire, onFailure), pause),
    );
  };

  async function refresh(): Promise<void> {
    files = new Map(marking.files(changes.all).map(each => [keyOf(uriOf(each)), each]));
    texts = new Map();
    const open = vscode.workspace.textDocuments.filter(({ uri }) => isFile(uri));
    await Promise.all(open.map(mark));
    changed.fire();
  }

  const following = vscode.Disposable.from(
    changes.onDidChange(() => void refresh().catch(onFailure)),
    vscode.workspace.onDidOpenTextDocument(document => {
      if (files.has(keyOf(document.uri))) markSoon(document);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (files.has(keyOf(document.uri))) markSoon(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (shown.delete(keyOf(uri))) changed.fire();
    }),
  );
  return {
    get waiting() {
      return [...files].flatMap(([key, file]) => {
        const found = shown.get(key)?.found;
        return (found === undefined ? file.waits : found.changes.length > 0) ? [uriOf(file)] : [];
      });
    },
    of: uri => shown.get(keyOf(uri)),
    look,
    file: uri => files.get(keyOf(uri)),
    refresh,
    onDidChange: changed.listen,
    dispose() {
      following.dispose();
      for (const each of pauses.values()) clearTimeout(each);
    },
  };
}

function uriOf({ place }: WaitingFile): vscode.Uri {
  return vscode.Uri.file(absoluteKept(place));
}

function keyOf(uri: vscode.Uri): string {
  return isFile(uri) ? uri.fsPath : '';
}

function isFile({ scheme }: vscode.Uri): boolean {
  return scheme === 'file';
}
