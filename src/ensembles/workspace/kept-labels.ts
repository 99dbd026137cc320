import { createHash } from 'node:crypto';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type {
  ContentLabels,
  NotedContents,
  RunningWrites,
} from '../../converser/words/labels/content-labels.ts';
import { isLabel, join, joinAll, type Label } from '../../converser/words/labels/label.ts';
import { isWithin } from '../../converser/words/workspace/paths.ts';
import { appending, readText } from '../../files/read-regular-file.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { slashed } from './real-path.ts';

export interface KeptLabelsOptions {
  /** Absolute. Without it, labels are kept in memory only. */
  readonly file?: string;
  readonly log?: Pick<Log, 'warn'>;
  /** Counts the newest texts; 50,000 by default. */
  readonly most?: number;
}

/** All windows append to one file: a line for each text, with its digest and its label. */
export function createKeptLabels({ file, log, most = 50_000 }: KeptLabelsOptions = {}): ContentLabels {
  const known = new Map<string, Label>();
  const running = new Set<RunningWrites & { readonly since: number }>();
  const inTurn = serial();
  let seen = -1;

  function remember(digest: string, label: Label): void {
    const before = known.get(digest);
    known.delete(digest);
    known.set(digest, before === undefined ? label : join(before, label));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  }

  async function read(): Promise<void> {
    if (file === undefined) return;
    const size = await sizeOf(file);
    if (size === seen) return;
    seen = size;
    const lines = size === 0 ? [] : (await readText(file, { followsLinks: true })).split('\n');
    for (const line of lines) readLine(line, remember);
    if (lines.length > 2 * most) await compact(file, known);
  }

  async function keep(digests: readonly string[], label: Label): Promise<void> {
    if (file === undefined) return;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const lines = Buffer.from(digests.map(digest => lineOf(digest, label)).join(''));
    const before = await sizeOf(file);
    await appendFile(file, lines, { mode: 0o600, flag: appending });
    if (before === seen) seen += lines.length;
  }

  const complain = (cause: unknown) => log?.warn(`The labels of files can’t be kept: ${reasonOf(cause)}`);
  const readAgain = () => inTurn(read).catch(complain);

  async function noteAll({ texts, places }: NotedContents, given: Label): Promise<void> {
    const { integrity, sources, confidentiality } = given;
    const label = { integrity, sources, confidentiality };
    const digests = [...texts.flatMap(text => digestOf(text) ?? []), ...places.map(digestOfPlace)];
    if (digests.length === 0) return;
    for (const digest of digests) remember(digest, label);
    await inTurn(() => keep(digests, label)).catch(complain);
  }

  async function writtenNow(place: string): Promise<readonly Label[]> {
    const isOpen = ({ roots, saved }: RunningWrites) =>
      !saved.has(place) && roots.some(root => isWithin(place, slashed(root)));
    const writing = [...running].filter(isOpen);
    const changed = writing.length === 0 ? 0 : (await stat(place).catch(() => undefined))?.ctimeMs;
    return writing.filter(({ since }) => changed !== undefined && changed >= since).map(each => each.label);
  }

  return {
    note: (text, label) => noteAll({ texts: [text], places: [] }, label),
    noteAll,
    async any() {
      await readAgain();
      return known.size + running.size > 0;
    },
    async of(text) {
      await readAgain();
      if (known.size === 0) return undefined;
      const digest = digestOf(text);
      return digest === undefined ? undefined : known.get(digest);
    },
    async at(place, only) {
      await readAgain();
      if (known.size + running.size === 0) return undefined;
      const noted = placesAbove(place).flatMap(each => known.get(digestOfPlace(each)) ?? []);
      const found = only === 'noted' ? noted : [...noted, ...(await writtenNow(place))];
      return found.length === 0 ? undefined : joinAll(found);
    },
    during(writes) {
      const entry = { ...writes, since: Date.now() - clockStep };
      running.add(entry);
      return () => running.delete(entry);
    },
  };
}

/** In milliseconds. The times of files lag behind by a tick of the system. */
const clockStep = 20;

/** Ignores white space: saving may format a file, and line endings change on the way. */
function digestOf(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain === '' ? undefined : createHash('sha256').update(plain).digest('base64');
}

/** A place is never taken for a text, which has no blank at its beginning. Case is ignored everywhere. */
function digestOfPlace(place: string): string {
  return createHash('sha256').update(` ${place.toLowerCase()}`).digest('base64');
}

function placesAbove(place: string): readonly string[] {
  const names = place.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/')).filter(Boolean);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function lineOf(digest: string, label: Label): string {
  return `${JSON.stringify([digest, label])}\n`;
}

function readLine(line: string, remember: (digest: string, label: Label) => void): void {
  try {
    const [digest, label] = JSON.parse(line) as readonly unknown[];
    if (typeof digest === 'string' && isLabel(label)) remember(digest, label);
  } catch {}
}

/** Keeps the newest. What another window adds at this moment is only forgotten on disk. */
async function compact(file: string, known: ReadonlyMap<string, Label>): Promise<void> {
  const lines = [...known].map(([digest, label]) => lineOf(digest, label));
  await replaceFile(file, lines.join(''), { mode: 0o600 });
}
