import { stat } from 'node:fs/promises';
import { hasCode } from '../../converser/ground/causes.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { readFileText, replaceIfSame } from '../../ensembles/mcp/export/change-file.ts';
import { tomlEntries } from '../../ensembles/mcp/export/toml-entry.ts';
import { newKey } from '../../gateway/guard/client-keys.ts';
import { isOpenToOthers } from '../state/key-file.ts';
import { exampleName, type FiledClients, parseClients } from './parse-clients.ts';

export interface ReadClients extends FiledClients {
  /** Taken before the file was read: if it differs, the file must be read again. */
  readonly stamp: string;
  readonly text: string;
}

export async function readKeysFile(file: string): Promise<ReadClients> {
  const stamp = await stampOf(file);
  const problem = await accessProblem(file, stamp);
  const read = problem === undefined ? await readFileText(file) : { problem };
  if ('problem' in read) return { stamp, text: '', clients: [], problems: [read.problem] };
  const { text = '' } = read;
  const parsed = await parseClients(file, text).catch(cause => ({
    clients: [],
    problems: [`Can’t read ${file}: ${reasonOf(cause)}. Correct it.`],
  }));
  return { stamp, text, ...parsed };
}

/** Gives each client a key first. Writes nothing to a file with a mistake. */
export async function fillKeysFile(file: string): Promise<ReadClients> {
  let read = await readKeysFile(file);
  // Another program may write at the same time: what it wrote must be read, and not lost.
  for (let tries = 0; tries < mostTries && isLacking(read); tries++) {
    const problem = await addKeys(file, read);
    if (problem !== undefined) return { ...read, problems: [problem] };
    read = await readKeysFile(file);
  }
  return read;
}

/** Differs whenever the file may have changed. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mode, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [ino, size, mode, mtimeNs, ctimeNs].join(' ');
  } catch (cause) {
    return hasCode(cause, 'ENOENT') ? missing : reasonOf(cause);
  }
}

const mostTries = 10;
const missing = 'missing';

async function accessProblem(file: string, stamp: string): Promise<string | undefined> {
  if (stamp === missing)
    return `${file} not found. Make it with a table for each client, such as [${exampleName}], and run: chmod 600 ${file}`;
  try {
    return (await isOpenToOthers(file))
      ? `Others can read the keys in ${file}. Run: chmod 600 ${file}`
      : undefined;
  } catch (cause) {
    return `Can’t use ${file}: ${reasonOf(cause)}. Choose another with --keys FILE.`;
  }
}

function isLacking({ clients, problems }: FiledClients): boolean {
  return problems.length === 0 && clients.some(({ key }) => key === undefined);
}

async function addKeys(file: string, { clients, text: before }: ReadClients): Promise<string | undefined> {
  let after = before;
  for (const { client, key } of clients) {
    if (key !== undefined) continue;
    const edited = await tomlEntries.set(after, { file, path: [client.name] }, { key: newKey() });
    if ('problem' in edited)
      return `${file}: ${client.name} has no key, and none can be added as it is written. Begin it with a line [${client.name}], or write its key yourself.`;
    after = edited.text;
  }
  try {
    await replaceIfSame(file, { before, after });
    return undefined;
  } catch (cause) {
    return `Can’t add keys to ${file}: ${reasonOf(cause)}. Let yourself write to its folder, or write the keys yourself.`;
  }
}
