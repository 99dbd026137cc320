import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { replaceFile } from '../../../../files/replace-file.ts';
import { isAlive } from '../../../process/is-alive.ts';
import { orAbsent } from '../../real-path.ts';

/** From one version of a conversation to another. Turns are named by the ids of their first canisters. */
export interface Way {
  readonly conversationId: string;
  /** The canister after which the conversation goes on. Absent: the next message says that. */
  readonly to?: string;
  readonly leaving: readonly string[];
  readonly entering: readonly string[];
}

interface PendingWay {
  readonly way: Way;
  readonly process: number;
  readonly at: number;
}

/** In milliseconds. After that, another program has got the number of one that was killed. */
const longest = 10 * 60_000;

const ending = '.way';

/** Contract: resolves, with what forgets it, once the disk has it. */
export async function notePending(folder: string, way: Way): Promise<() => Promise<void>> {
  const file = path.join(folder, `${crypto.randomUUID()}${ending}`);
  const pending: PendingWay = { way, process: process.pid, at: Date.now() };
  await replaceFile(file, JSON.stringify(pending), { mode: 0o600, isDurable: true });
  return () => rm(file, { force: true });
}

export interface LeftWay {
  readonly way: Way;
  readonly forget: () => Promise<void>;
}

/** Those that were not gone to their end, because the program was killed. The oldest come first. */
export async function pendingWays(folder: string): Promise<readonly LeftWay[]> {
  const found: (PendingWay & LeftWay)[] = [];
  for (const name of (await readdir(folder).catch(orAbsent)) ?? []) {
    if (!name.endsWith(ending)) continue;
    const file = path.join(folder, name);
    const pending = parsed((await readBytes(file)).toString());
    const isGone = pending?.process === process.pid || !isAlive(pending?.process ?? 0);
    if (pending !== undefined && (isGone || Date.now() - pending.at > longest))
      found.push({ ...pending, forget: () => rm(file, { force: true }) });
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** Converser wrote it whole into a folder that is yours alone. */
function parsed(text: string): PendingWay | undefined {
  try {
    return JSON.parse(text) as PendingWay;
  } catch {
    return undefined;
  }
}
