import * as vscode from 'vscode';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Undoable, UndoableFile } from '../../ensembles/workspace/journal/undoable.ts';
import type { MarkedChange } from '../../ensembles/workspace/marks/marking.ts';
import type { TurnOfFile, WaitingFile } from '../../ensembles/workspace/marks/waiting-files.ts';
import { inform } from '../common/notices.ts';
import type { KeptChoices } from '../undo/kept-choices.ts';
import type { UndoableConversations } from '../undo/undoable-conversations.ts';
import { editDocument, isBehind } from '../workspace/edit-document.ts';
import { editFor } from '../workspace/edit-for-change.ts';
import type { MarkedFiles } from './marked-files.ts';
import type { Meant } from './meant-changes.ts';

export interface DecidePorts {
  readonly marked: MarkedFiles;
  readonly choices: KeptChoices;
  readonly turns: Pick<TurnUndo, 'records' | 'byEditor'>;
  readonly conversations: Pick<UndoableConversations, 'isRunning' | 'setUndone'>;
  /** Takes a file back as it was before the turn, on the disk. */
  readonly undoFile: (turn: Undoable, file: UndoableFile) => Promise<void>;
  /** Reads again what turns have changed. */
  readonly onDecided: () => Promise<void>;
}

/** What was there before becomes what is there now: no file is written. */
export async function keepChanges(meant: Meant, ports: DecidePorts): Promise<void> {
  const { marked, choices } = ports;
  const document = await vscode.workspace.openTextDocument(meant.uri);
  const seen = await marked.look(document);
  const chosen = meant.in(seen?.found?.changes ?? []);
  if (seen === undefined || chosen.length === 0) return void inform(gone);
  await note(seen.file, 'kept', { chosen, choices });
  const left = (await keptWhole(document, seen.file, ports)) ? ports.onDecided : marked.refresh;
  await left();
}

/** Is one edit, saved where nothing else was unsaved. */
export async function undoChanges(meant: Meant, ports: DecidePorts): Promise<void> {
  const document = await vscode.workspace.openTextDocument(meant.uri);
  const seen = await ports.marked.look(document);
  const chosen = meant.in(seen?.found?.changes ?? []);
  if (seen?.found === undefined || chosen.length === 0) return void inform(gone);
  // Without the file's only change, there is no file.
  if (seen.found.base.length === 0) return undoOnDisk(seen.file, ports);
  const wasDirty = document.isDirty;
  await note(seen.file, 'undone', { chosen, choices: ports.choices });
  const isDone = await editDocument(document, () => editsUndoing(chosen, document, ports.marked));
  if (isDone === false) void inform(`${nameOf(meant.uri)} can’t be changed. It may be read-only.`);
  if (isDone === true && !wasDirty) await saveUndone(document, seen.file, ports);
  await ports.marked.refresh();
}

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
  await undoChanges({ uri, in: changes => changes }, ports);
}

/** Takes back what a turn changed in a file, but for what you keep of it. */
export async function undoRest({ record }: Undoable, file: UndoableFile, ports: DecidePorts): Promise<void> {
  const isOfTurn = (name: string) => name.startsWith(`${record.id} `);
  const uri = vscode.Uri.file(absoluteKept(file.now));
  await undoChanges({ uri, in: changes => changes.filter(({ from }) => from.some(isOfTurn)) }, ports);
}

const gone = 'This change isn’t there any more, or has become another one. Look again.';

function note(
  { turns }: WaitingFile,
  as: 'kept' | 'undone',
  { chosen, choices }: { readonly chosen: readonly MarkedChange[] } & Pick<DecidePorts, 'choices'>,
): Promise<unknown> {
  const names = chosen.flatMap(({ from }) => from);
  return inSuccession(turns, async ({ turn: { record }, file }) => {
    const own = names.filter(name => name.startsWith(`${record.id} `));
    if (own.length > 0) await choices.decide(record.id, file, { [as]: own });
  });
}

async function inSuccession<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (const each of all) await work(each);
}

/** Works them out again: the text may have changed since. */
async function editsUndoing(
  chosen: readonly MarkedChange[],
  document: vscode.TextDocument,
  marked: MarkedFiles,
): Promise<readonly vscode.TextEdit[] | undefined> {
  if (await isBehind(document)) {
    void inform(`${nameOf(document.uri)} has just changed on the disk. Try again when the editor shows it.`);
    return undefined;
  }
  const found = (await marked.look(document))?.found;
  const wanted = new Set(chosen.map(({ from }) => from.join('\n')));
  const here = found?.changes.filter(({ from }) => wanted.has(from.join('\n'))) ?? [];
  if (found === undefined || here.length !== chosen.length) {
    void inform(gone);
    return undefined;
  }
  return here.map(change => editFor(change, { document, old: found.base }));
}

/** Once all is undone, turns count as undone there, and models hear of it. */
async function saveUndone(
  document: vscode.TextDocument,
  file: WaitingFile,
  ports: DecidePorts,
): Promise<void> {
  const found = (await ports.marked.look(document))?.found;
  const turns = file.turns.filter(({ file: { isUndone } }) => !isUndone);
  const save = async () => void (await document.save());
  const isBack = found?.changes.length === 0 && found.isBefore && !hasKept(file, ports);
  if (turns.length === 0 || !isBack || turns.some(isRunning(ports))) {
    await save();
    if (await keptWhole(document, file, ports)) await ports.onDecided();
    return;
  }
  await ports.turns.byEditor(turns, save);
  const now = await ports.turns.records();
  for (const { turn, file: changed } of turns.toReversed()) {
    const { record } = turn;
    const { conversationId, turnId } = record.header;
    const undone = now.find(each => each.record.id === record.id);
    if (undone === undefined) continue;
    const isUndone = undone.files.some(each => each.now.path === changed.now.path && each.isUndone);
    // The editor has saved other line ends, for instance.
    if (!isUndone) await ports.undoFile(undone, changed);
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

function isRunning({ conversations }: DecidePorts): (turn: TurnOfFile) => boolean {
  return ({ turn }) => conversations.isRunning(turn.record.header.conversationId);
}

function nameOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}
