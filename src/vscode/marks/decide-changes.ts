import * as vscode from 'vscode';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Undoable, UndoableFile } from '../../ensembles/workspace/journal/undoable.ts';
import type { MarkedChange, MarkedChanges } from '../../ensembles/workspace/marks/marking.ts';
import type { TurnOfFile, WaitingFile } from '../../ensembles/workspace/marks/waiting-files.ts';
import { inform } from '../common/notices.ts';
import type { KeptChoices } from '../undo/kept-choices.ts';
import type { UndoableConversations } from '../undo/undoable-conversations.ts';
import { editDocument, editFor, untilRead } from '../workspace/edit-document.ts';
import { isUnsaved } from '../workspace/unsaved.ts';
import type { MarkedFiles } from './marked-files.ts';
import { gone, type Meant } from './meant-changes.ts';

export interface DecidePorts {
  readonly marked: MarkedFiles;
  readonly choices: KeptChoices;
  readonly turns: Pick<TurnUndo, 'ofTurns' | 'byEditor'>;
  readonly conversations: Pick<UndoableConversations, 'isRunning' | 'setUndone'>;
  /** Takes a file back as it was before the turn, on the disk. */
  readonly undoFile: (turn: Undoable, file: UndoableFile) => Promise<void>;
  /** Reads again what turns have changed. */
  readonly onDecided: () => Promise<void>;
}

/** What was there before becomes what is there now: no file is written. */
export async function keepChanges(meant: Meant, ports: DecidePorts): Promise<void> {
  const { marked, choices } = ports;
  const found = await find(meant, marked);
  if (found === undefined) return;
  const { document, file, chosen } = found;
  await note(file, 'kept', { chosen, choices });
  if (await keptWhole(document, file, ports)) await ports.onDecided();
}

/** Is one edit, saved where nothing else was unsaved. */
export async function undoChanges(meant: Meant, ports: DecidePorts): Promise<void> {
  if (meant.uri !== undefined) await untilRead(await vscode.workspace.openTextDocument(meant.uri));
  const found = await find(meant, ports.marked);
  if (found === undefined) return;
  const { document, file, chosen, all } = found;
  // The turn made the file, so that undoing this is deleting it.
  if (all.base.length === 0) return undoOnDisk(file, ports);
  const wasDirty = isUnsaved(document);
  const isWhole = !wasDirty && chosen.length === all.changes.length && all.isBefore;
  await note(file, 'undone', { chosen, choices: ports.choices });
  const undo = async () => {
    const isDone = await editDocument(document, () => editsUndoing(chosen, document, ports.marked));
    if (isDone === false) void inform(`${nameOf(document.uri)} can’t be changed. It may be read-only.`);
    if (isDone === true && !wasDirty) await document.save();
    return isDone === true;
  };
  // VS Code saves nothing over what another program has written meanwhile.
  const isTextBack = () => !isUnsaved(document) && hasLines(document, all.base);
  if (isWhole && !hasKept(file, ports)) return undoTurns(file, { undo, isTextBack }, ports);
  await undo();
  if (await keptWhole(document, file, ports)) await ports.onDecided();
}

interface Found {
  readonly document: vscode.TextDocument;
  readonly file: WaitingFile;
  readonly chosen: readonly MarkedChange[];
  readonly all: MarkedChanges;
}

/** Says so where there are none. */
async function find({ uri, otherwise, in: here }: Meant, marked: MarkedFiles): Promise<Found | undefined> {
  if (uri === undefined) return void inform(otherwise);
  const document = await vscode.workspace.openTextDocument(uri);
  const seen = await marked.look(document);
  const chosen = here(seen?.found?.changes ?? []);
  if (seen?.found !== undefined && chosen.length > 0)
    return { document, file: seen.file, chosen, all: seen.found };
  const isTooMuch = seen !== undefined && seen.found === undefined;
  void inform(isTooMuch ? tooMuch : otherwise);
  return undefined;
}

const tooMuch =
  'Too much of this file has changed to tell single changes apart. Undo the whole file instead.';

export async function keepFile(uri: vscode.Uri, { marked, choices, onDecided }: DecidePorts): Promise<void> {
  const file = marked.file(uri);
  if (file === undefined) return void inform(gone);
  for (const { turn, file: changed } of file.turns)
    if (!changed.isUndone) await choices.set(turn.record.id, changed, true);
  await onDecided();
}

/** What you have kept, and your own edits beside the changes, stay. */
export async function undoFile(uri: vscode.Uri, ports: DecidePorts): Promise<void> {
  const { marked } = ports;
  const file = marked.file(uri);
  if (file === undefined) return void inform(gone);
  const isOpen = vscode.workspace.textDocuments.some(each => each.uri.toString() === uri.toString());
  const isText = marked.of(uri)?.found !== undefined;
  if (isOpen ? !isText : !hasKept(file, ports)) return undoOnDisk(file, ports);
  await undoChanges({ uri, otherwise: gone, in: changes => changes }, ports);
}

/** Takes back what a turn changed in a file, but for what you keep of it. */
export async function undoRest({ record }: Undoable, file: UndoableFile, ports: DecidePorts): Promise<void> {
  const isOfTurn = (name: string) => name.startsWith(`${record.id} `);
  const uri = vscode.Uri.file(absoluteKept(file.now));
  await undoChanges(
    { uri, otherwise: gone, in: changes => changes.filter(({ from }) => from.some(isOfTurn)) },
    ports,
  );
}

async function note(
  { turns }: WaitingFile,
  as: 'kept' | 'undone',
  { chosen, choices }: { readonly chosen: readonly MarkedChange[] } & Pick<DecidePorts, 'choices'>,
): Promise<void> {
  const names = chosen.flatMap(({ from }) => from);
  for (const { turn, file } of turns) {
    const { id } = turn.record;
    const own = names.filter(name => name.startsWith(`${id} `));
    if (own.length > 0) await choices.decide(id, file, { [as]: own });
  }
}

/** Works them out again: the text may have changed since. */
async function editsUndoing(
  chosen: readonly MarkedChange[],
  document: vscode.TextDocument,
  marked: MarkedFiles,
): Promise<readonly vscode.TextEdit[] | undefined> {
  const found = (await marked.look(document))?.found;
  const wanted = new Set(chosen.map(({ from }) => from.join('\n')));
  const here = found?.changes.filter(({ from }) => wanted.has(from.join('\n'))) ?? [];
  if (found === undefined || here.length !== chosen.length) {
    void inform(gone);
    return undefined;
  }
  return here.map(change => editFor(change, { document, old: found.base }));
}

interface EditorUndo {
  /** Resolves to whether the edits were made. */
  readonly undo: () => Promise<boolean>;
  /** Whether the file has the lines again that it had before, if perhaps other line ends. */
  readonly isTextBack: () => boolean;
}

/** Once all is undone, turns count as undone there, and models hear of it. */
async function undoTurns(
  file: WaitingFile,
  { undo, isTextBack }: EditorUndo,
  ports: DecidePorts,
): Promise<void> {
  const turns = file.turns.filter(({ file: { isUndone } }) => !isUndone);
  const isRunning = ({ turn }: TurnOfFile) =>
    ports.conversations.isRunning(turn.record.header.conversationId);
  if (turns.some(isRunning)) return void (await undo());
  let isDone = false;
  const isBack = await ports.turns.byEditor(turns, async () => {
    isDone = await undo();
  });
  if (!isDone) return;
  const now = await ports.turns.ofTurns();
  for (const { turn, file: changed } of turns.toReversed()) {
    const undone = now.find(each => each.record.id === turn.record.id);
    const { conversationId, turnId } = turn.record.header;
    if (undone === undefined) continue;
    // The editor has saved other line ends. What another program has written meanwhile stays.
    if (!isBack && isTextBack()) await ports.undoFile(undone, changed);
    else if (!isBack) continue;
    else if (turnId !== undefined)
      await ports.conversations.setUndone({ conversationId, turnId, ...undoNote(undone) });
  }
  await ports.onDecided();
}

/** A turn of which something is kept, and nothing waits, is kept. Resolves to whether one has become so. */
async function keptWhole(
  document: vscode.TextDocument,
  file: WaitingFile,
  { marked, choices }: DecidePorts,
): Promise<boolean> {
  await marked.refresh();
  const names = (await marked.look(document))?.found?.changes.flatMap(({ from }) => from) ?? [];
  const decided = file.turns.filter(
    ({ turn: { record }, file }) =>
      choices.decided(record.id, file).kept.length > 0 &&
      !names.some(name => name.startsWith(`${record.id} `)),
  );
  for (const { turn, file } of decided) await choices.set(turn.record.id, file, true);
  return decided.length > 0;
}

/** From the latest turn to the first. */
async function undoOnDisk({ turns }: WaitingFile, { choices, ...ports }: DecidePorts): Promise<void> {
  for (const { turn, file } of turns.toReversed())
    if (!file.isUndone && !choices.isKept(turn.record.id, file)) await ports.undoFile(turn, file);
}

function hasKept({ turns }: WaitingFile, { choices }: Pick<DecidePorts, 'choices'>): boolean {
  return turns.some(
    ({ turn: { record }, file }) =>
      choices.isKept(record.id, file) || choices.decided(record.id, file).kept.length > 0,
  );
}

function hasLines(document: vscode.TextDocument, lines: readonly string[]): boolean {
  return document.lineCount === lines.length && lines.every((line, at) => document.lineAt(at).text === line);
}

function nameOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}
