import { randomUUID } from 'node:crypto';
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../converser/ground/causes.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import { newKey } from '../../gateway/guard/client-keys.ts';
import { readOwn, stateFolder } from './state-file.ts';

export type ReadKey = { readonly key: string } | { readonly wrong: string };

/** Only you can read it: warns where others can, or can guess the key. `file` is absolute. */
export async function readKey(log: Pick<Log, 'warn'>, file = usualKeyFile()): Promise<ReadKey> {
  const read = await keyIn(log, file, async () => (await kept(file)) ?? (await make(file)) ?? kept(file));
  return read ?? { wrong: `The key in ${file} is gone. Start again.` };
}

export function keptKey(log: Pick<Log, 'warn'>, file = usualKeyFile()): Promise<ReadKey | undefined> {
  return keyIn(log, file, () => kept(file));
}

export function usualKeyFile(): string {
  return path.join(stateFolder(), 'gateway-key');
}

async function keyIn(
  log: Pick<Log, 'warn'>,
  file: string,
  read: () => Promise<string | undefined>,
): Promise<ReadKey | undefined> {
  try {
    const key = await read();
    if (key === undefined) return undefined;
    const mistake = keyMistake(key);
    if (mistake !== undefined)
      return { wrong: `The key in ${file} ${mistake} Delete the file to get a new key.` };
    if (isShortKey(key)) log.warn(`The key in ${file} is short, so programs could guess it.`);
    if (await isOpenToOthers(file)) log.warn(`Others can read the key in ${file}. Run: chmod 600 ${file}`);
    return { key };
  } catch (cause) {
    return { wrong: `Can’t use the key file: ${reasonOf(cause)}. Choose another with --key-file FILE.` };
  }
}

export function isShortKey(key: string): boolean {
  // 96 random bits have as many characters.
  return key.length < 16;
}

export function keyMistake(key: string): string | undefined {
  if (key === '') return 'is empty.';
  if (/[^\x21-\x7e]/.test(key)) return 'can’t be sent: it must be one line of letters, digits and signs.';
  return undefined;
}

export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { mode } = await stat(file);
  return (mode & 0o077) !== 0;
}

async function kept(file: string): Promise<string | undefined> {
  try {
    return (await readOwn(file)).trim();
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}

/** The file is whole from the first moment, for other runs that start at the same time and use it, too. */
async function make(file: string): Promise<string | undefined> {
  const key = newKey();
  const draft = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${key}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
    return key;
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return undefined;
    // Some file systems have no links.
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return key;
  } finally {
    await rm(draft, { force: true });
  }
}
