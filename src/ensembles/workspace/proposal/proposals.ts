import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { serial } from '../../../converser/ground/async/serial.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { placeKey } from '../../../converser/words/workspace/paths.ts';
import type { RecordOrigin } from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import { readBytes } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';

export interface ProposedFile {
  /** Links are followed. */
  readonly place: Location;
  /** The text that was changed; `null` where nothing was. */
  readonly before: string | null;
  /** `null` if it is to go. */
  readonly after: string | null;
  /** The turn that changed it last. */
  readonly turn: RecordOrigin;
}

/** What a conversation has changed that is on the disk only once you keep it. */
export interface Proposal {
  readonly files: readonly ProposedFile[];
  at(place: Location): ProposedFile | undefined;
  /** Contract: resolves once it is kept durably. What changes nothing is left out. */
  put(files: readonly ProposedFile[]): Promise<void>;
  drop(places: readonly Location[]): Promise<void>;
}

export interface Proposals {
  of(conversationId: string): Proposal;
  /** Of all conversations. */
  readonly all: readonly ProposedFile[];
  readonly onDidChange: Listen<void>;
}

export interface ProposalsPorts {
  /** It is made when it is needed. */
  readonly folder: string;
  readonly roots: () => readonly Root[];
  readonly log: Pick<Log, 'warn'>;
}

/** In characters, of one conversation. */
const mostText = 20_000_000;

export async function openProposals({ folder, roots, log }: ProposalsPorts): Promise<Proposals> {
  const changes = listeners<void>();
  const kept = await readAll(folder, log);
  const proposals = new Map<string, Proposal>();
  const inTurn = serial();

  /** Those in folders that aren't open now wait until they are. */
  const located = (id: string) =>
    (kept.get(id) ?? []).flatMap(({ root: at, path, ...file }) => {
      const root = roots().find(each => each.path === at);
      return root === undefined ? [] : [{ ...file, place: { root, path } }];
    });

  async function set(id: string, change: (files: readonly KeptFile[]) => readonly KeptFile[]): Promise<void> {
    await inTurn(async () => {
      const next = change(kept.get(id) ?? []);
      const size = next.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after), 0);
      if (size > mostText)
        throw fileErrors.fileConflict('It', 'too much waits for review.', 'Ask the user to keep some first.');
      await write(path.join(folder, nameFor(id)), { format, conversationId: id, files: next });
      kept.set(id, next);
    });
    changes.fire();
  }

  const without = (places: readonly Location[]) => {
    const keys = new Set(places.map(placeOf));
    return (files: readonly KeptFile[]) => files.filter(each => !keys.has(`${each.root}\n${each.path}`));
  };
  const create = (id: string): Proposal => ({
    get files() {
      return located(id);
    },
    at: place => located(id).find(each => placeKey(each.place) === placeKey(place)),
    put: files =>
      set(id, all => [
        ...without(files.map(({ place }) => place))(all),
        ...files.filter(({ before, after }) => before !== after).map(asKept),
      ]),
    drop: places => set(id, without(places)),
  });
  return {
    of(id) {
      const proposal = proposals.get(id) ?? create(id);
      proposals.set(id, proposal);
      return proposal;
    },
    get all() {
      return [...kept.keys()].flatMap(located);
    },
    onDidChange: changes.listen,
  };
}

interface KeptFile extends Omit<ProposedFile, 'place'> {
  readonly root: string;
  readonly path: string;
}

interface KeptProposal {
  readonly format: number;
  readonly conversationId: string;
  readonly files: readonly KeptFile[];
}

const format = 1;

function sizeOf(text: string | null): number {
  return text?.length ?? 0;
}

function placeOf({ root, path }: Location): string {
  return `${root.path}\n${path}`;
}

function asKept({ place: { root, path }, ...file }: ProposedFile): KeptFile {
  return { root: root.path, path, ...file };
}

function nameFor(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`;
}

async function write(file: string, proposal: KeptProposal): Promise<void> {
  if (proposal.files.length === 0) await rm(file, { force: true });
  else await replaceFile(file, JSON.stringify(proposal), { mode: 0o600, isDurable: true });
}

/** A file that can't be read is put aside, so that nothing of it is lost. */
async function readAll(folder: string, log: Pick<Log, 'warn'>): Promise<Map<string, readonly KeptFile[]>> {
  const found = new Map<string, readonly KeptFile[]>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(each => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    try {
      const { conversationId, files } = readProposal(JSON.parse((await readBytes(file)).toString('utf8')));
      found.set(conversationId, files);
    } catch (cause) {
      log.warn(
        `Changes that waited for review can’t be read: ${reasonOf(cause)} They are in ${file}.damaged.`,
      );
      await rename(file, `${file}.damaged`).catch(() => {});
    }
  }
  return found;
}

function readProposal(written: unknown): KeptProposal {
  if (!isJsonObject(written) || written.format !== format) throw new Error('The format is unknown.');
  const { conversationId, files } = written;
  if (typeof conversationId !== 'string' || !Array.isArray(files) || !files.every(isKeptFile))
    throw new Error('It is damaged.');
  return { format, conversationId, files };
}

function isKeptFile(written: unknown): written is KeptFile {
  if (!isJsonObject(written) || !isJsonObject(written.turn)) return false;
  const { root, path, before, after, turn } = written;
  const isText = (each: unknown) => each === null || typeof each === 'string';
  return (
    [root, path, turn.conversationId, turn.title].every(each => typeof each === 'string') &&
    isText(before) &&
    isText(after)
  );
}
