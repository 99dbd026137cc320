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
  type KeptFiles,
  moveAside,
  over,
  placeOf,
  sizeOf,
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
  const proposals = new Map<string, Proposal>();
  const inTurn = serial();

  const keptOf = (id: string) => kept.get(id) ?? nothing;

  /** Those in folders that aren't open now wait until they are. */
  const located = (id: string) =>
    keptOf(id).files.flatMap(({ root: at, path, ...file }) => {
      const root = roots().find(each => each.path === at);
      return root === undefined ? [] : [{ ...file, place: { root, path } }];
    });

  async function set(id: string, change: (now: KeptFiles) => KeptFiles): Promise<void> {
    await inTurn(async () => {
      const { files, aside } = change(keptOf(id));
      const room = mostText - sum(files);
      if (room < 0)
        throw fileErrors.fileConflict('It', 'too much waits for review.', 'Ask the user to keep some first.');
      const first = aside.findIndex((_, at) => sum(aside.slice(at)) <= room);
      const next = { files, aside: first === -1 ? [] : aside.slice(first) };
      await write(path.join(folder, nameFor(id)), { format, conversationId: id, ...next });
      kept.set(id, next);
    });
    changes.fire();
  }

  const without = (places: readonly Location[], { files }: KeptFiles) => {
    const keys = new Set(places.map(place => placeOf(keptPlace(place))));
    return files.filter(each => !keys.has(placeOf(each)));
  };
  const create = (id: string): Proposal => ({
    get files() {
      return located(id);
    },
    at: place => located(id).find(each => placeKey(each.place) === placeKey(place)),
    put: files =>
      set(id, all => {
        const changed = files.filter(({ before, after }) => before !== after).map(asKept);
        const standing = (file: KeptFile) => all.files.find(each => placeOf(each) === placeOf(file));
        const others = without(
          files.map(({ place }) => place),
          all,
        );
        return { ...all, files: [...others, ...changed.map(each => over(each, standing(each)))] };
      }),
    drop: places => set(id, all => ({ ...all, files: without(places, all) })),
    move: between => set(id, all => moveAside(all, between)),
    async remove() {
      const removed = keptOf(id);
      await set(id, () => nothing);
      return () => set(id, ({ files }) => ({ ...removed, files: [...removed.files, ...files] }));
    },
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

interface KeptProposal extends KeptFiles {
  readonly format: number;
  readonly conversationId: string;
}

const nothing: KeptFiles = { files: [], aside: [] };

const format = 1;

function sum(files: readonly KeptFile[]): number {
  return files.reduce((total, each) => total + sizeOf(each), 0);
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
  if (proposal.files.length + proposal.aside.length === 0) await rm(file, { force: true });
  else await replaceFile(file, JSON.stringify(proposal), { mode: 0o600, isDurable: true });
}

/** A file that can't be read is put aside, so that nothing of it is lost. */
async function readAll(folder: string, log: Pick<Log, 'warn'>): Promise<Map<string, KeptFiles>> {
  const found = new Map<string, KeptFiles>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(each => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    try {
      const { conversationId, ...all } = readProposal(JSON.parse((await readBytes(file)).toString('utf8')));
      found.set(conversationId, all);
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
  const { conversationId, files, aside = [] } = written;
  if (typeof conversationId !== 'string' || !areKeptFiles(files) || !areKeptFiles(aside))
    throw new Error('It is damaged.');
  return { format, conversationId, files, aside };
}
