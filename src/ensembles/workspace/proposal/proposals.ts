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
import {
  areKeptFiles,
  type BetweenTurns,
  type KeptFile,
  moveAside,
  placeOf,
  shownFiles,
} from './put-aside.ts';

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
  /** See `moveAside`. */
  move(between: BetweenTurns): Promise<void>;
  /** Deletes all for good; only the resolved function can bring it back. */
  remove(): Promise<() => Promise<void>>;
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
  const inTurn = serial();

  const keptOf = (id: string) => kept.get(id) ?? [];

  /** Those in folders that aren't open now wait until they are. */
  const located = (id: string) =>
    shownFiles(keptOf(id)).flatMap(({ root: at, path, before, after, turn }) => {
      const root = roots().find(each => each.path === at);
      return root === undefined ? [] : [{ before, after, turn, place: { root, path } }];
    });

  async function set(id: string, change: (now: readonly KeptFile[]) => readonly KeptFile[]): Promise<void> {
    await inTurn(async () => {
      const files = withinBounds(change(keptOf(id)));
      await write(path.join(folder, nameFor(id)), { format, conversationId: id, files });
      kept.set(id, files);
    });
    changes.fire();
  }

  const without = (places: readonly Location[], files: readonly KeptFile[]) => {
    const keys = new Set(places.map(place => placeOf(keptPlace(place))));
    return files.filter(each => each.isAside || !keys.has(placeOf(each)));
  };
  const create = (id: string): Proposal => ({
    get files() {
      return located(id);
    },
    at: place => located(id).find(each => placeKey(each.place) === placeKey(place)),
    put: files =>
      set(id, all => {
        const next = files.map(asKept);
        const replaced = new Set(next.map(turnAndPlace));
        const unchanged = files.filter(({ before, after }) => before === after).map(({ place }) => place);
        return without(unchanged, [...all.filter(each => !replaced.has(turnAndPlace(each))), ...next]);
      }),
    drop: places => set(id, all => without(places, all)),
    move: between => set(id, all => moveAside(all, between)),
    async remove() {
      const removed = keptOf(id);
      await set(id, () => []);
      return () => set(id, files => [...removed, ...files]);
    },
  });
  return {
    of: create,
    get all() {
      return [...kept.keys()].flatMap(located);
    },
    onDidChange: changes.listen,
  };
}

interface KeptProposal {
  readonly format: number;
  readonly conversationId: string;
  readonly files: readonly KeptFile[];
}

const format = 1;

/** What was put aside first makes room. */
function withinBounds(files: readonly KeptFile[]): readonly KeptFile[] {
  const sizeOf = ({ before, after }: KeptFile) => (before?.length ?? 0) + (after?.length ?? 0);
  let room = files.reduce((left, each) => left - (each.isAside ? 0 : sizeOf(each)), mostText);
  if (room < 0)
    throw fileErrors.fileConflict('It', 'too much waits for review.', 'Ask the user to keep some first.');
  const kept = files.toReversed().filter(each => {
    if (each.isAside) room -= sizeOf(each);
    return !each.isAside || room >= 0;
  });
  return kept.reverse();
}

function turnAndPlace(file: KeptFile): string {
  return `${file.turn.turnId ?? ''}\n${placeOf(file)}`;
}

function asKept({ place, before, after, turn }: ProposedFile): KeptFile {
  return { ...keptPlace(place), before, after, turn };
}

function keptPlace({ root, path }: Location): Pick<KeptFile, 'root' | 'path'> {
  return { root: root.path, path };
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
  if (typeof conversationId !== 'string' || !areKeptFiles(files)) throw new Error('It is damaged.');
  return { format, conversationId, files };
}
