import { lstat, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach } from 'mocha';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { ChangeRecord } from '../../../../src/converser/words/workspace/undo-journal.ts';
import {
  createDiskJournal,
  type DiskJournalOptions,
} from '../../../../src/ensembles/workspace/journal/disk-journal.ts';
import { type Undone, undoRecord } from '../../../../src/ensembles/workspace/journal/undo.ts';
import { lastUndoable, undoableRecords } from '../../../../src/ensembles/workspace/journal/undoable.ts';
import { workspaceTools } from '../../../../src/ensembles/workspace/workspace-tools.ts';
import { bytePath, linkTarget, namesIn } from '../../../../src/files/byte-names.ts';
import { forwarding } from '../../each-test.ts';
import { toolContext } from '../../tool-context.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

/** A workspace in which turns are recorded and taken back. */
export async function recordTurns(
  made: TemporaryWorkspace,
  options: Pick<DiskJournalOptions, 'limits' | 'snapshots' | 'saves'> = {},
) {
  const { workspace, root, beside } = made;
  const folder = path.join(beside, 'journal');
  await mkdir(folder, { recursive: true });
  const warnings: string[] = [];
  // Records are in the order of their times, and two of the same millisecond have none.
  let now = 0;
  const kept: ChangeRecord[] = [];
  const own = createDiskJournal({
    folder,
    roots: () => [root],
    clock: { now: () => new Date(++now * 1000) },
    log: { warn: message => warnings.push(message) },
    ...options,
  });
  const journal = {
    ...own,
    record(about: Parameters<typeof own.record>[0]) {
      const record = own.record(about);
      kept.push(record);
      return record;
    },
  };
  const tools = workspaceTools(workspace);
  const signal = new AbortController().signal;

  return {
    folder,
    journal,
    warnings,
    dispose: () => Promise.all(kept.map(record => record.end())),
    /** Calls tools as one turn does, each with what it returned or threw. */
    turn(title: string, around: (record: ChangeRecord) => ChangeRecord = record => record) {
      const changes = around(journal.record({ conversationId: 'c', title }));
      const namespace = new Map<string, unknown>();
      return async (name: string, args: JsonObject) => {
        const tool = tools.find(each => each.name === name);
        if (tool === undefined) throw new Error(name);
        return tool.invocable(args, toolContext(`workspace:${name}`, { namespace, changes }));
      };
    },
    async undo(id?: string, signal_ = signal): Promise<readonly Undone[]> {
      const found = undoableRecords(await journal.records(), [root]);
      const chosen = id === undefined ? lastUndoable(found) : found.find(({ record }) => record.id === id);
      if (chosen === undefined) throw new Error('There is nothing to undo.');
      const { conversationId, title } = chosen.record.header;
      const { rest: changes, record: undone } = chosen;
      const takes = changes.map(({ number }) => number);
      const record = journal.record({ conversationId, title, undoes: undone.id, takes });
      const ports = { roots: workspace.roots, unsaved: () => [], record };
      const outcome = await undoRecord({ changes, all: undone.changes, bytes: undone.bytes }, ports, signal_);
      await record.end();
      return outcome;
    },
  };
}

export type RecordedTurns = Awaited<ReturnType<typeof recordTurns>>;
type RecordOptions = Parameters<typeof recordTurns>[1];

/** A workspace and its turns for each test of a suite, which is left out on Windows if it runs lines for `sh`. */
export function eachRecordedTurns({
  runsLines = false,
  ...options
}: RecordOptions & { readonly runsLines?: boolean } = {}) {
  let made: TemporaryWorkspace | undefined;
  let turns: RecordedTurns | undefined;
  beforeEach(async function () {
    [made, turns] = [undefined, undefined];
    if (runsLines && process.platform === 'win32') this.skip();
    made = await makeTemporaryWorkspace({ ripgrep: false });
    turns = await recordTurns(made, options);
  });
  afterEach(async () => {
    await turns?.dispose();
    await made?.dispose();
  });
  return {
    made: forwarding(() => made),
    turns: forwarding(() => turns),
    /** Goes on as another process would, or with other limits. */
    async reopen(others: RecordOptions = {}) {
      if (made !== undefined) turns = await recordTurns(made, others);
    },
  };
}

/** Of the files below a folder, without the folders. */
export async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const all = Object.entries(await treeOf(folder));
  return Object.fromEntries(all.filter(([, what]) => !what.endsWith(' folder')));
}

/** What an undo came to, place by place. */
export function outcomes(undone: readonly Undone[]): readonly string[] {
  return undone.map(({ kind, shown }) => `${kind} ${shown}`);
}

export function conflictsIn(undone: readonly Undone[]): readonly Undone[] {
  return undone.filter(({ kind }) => kind === 'conflict');
}

/** All that is below a folder: what each path is, with the mode and content of files. */
export async function treeOf(folder: string, below = ''): Promise<Readonly<Record<string, string>>> {
  const tree: Record<string, string> = {};
  for (const name of namesIn(path.join(folder, below)).sort()) {
    const at = path.posix.join(below, name);
    const file = path.join(folder, at);
    const stats = await lstat(bytePath(file));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) tree[at] = `→ ${linkTarget(file)}`;
    else if (stats.isFile()) tree[at] = `${mode} ${await readFile(bytePath(file), 'latin1')}`;
    else Object.assign(tree, { [at]: `${mode} folder` }, await treeOf(folder, at));
  }
  return tree;
}
