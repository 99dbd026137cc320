import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newKey } from '../../gateway/guard/client-keys.ts';
import { stateFolder } from './state-file.ts';

/**
 * The key that programs must send, from a file that only you can read. It is made where there is none.
 *
 * @param file absolute; default: one in your state folder
 */
export async function readKey(file = path.join(stateFolder(), 'gateway-key')): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const key = newKey();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Another run that starts at the same time may have made it meanwhile.
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {});
  return (await readFile(file, 'utf8')).trim();
}
