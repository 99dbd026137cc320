import type { Finding } from '../../gateway/doctor/finding.ts';
import { readKeysFile } from '../keys/keys-file.ts';
import type { KeyOptions } from '../keys/open-keys.ts';
import { keptKey, usualKeyFile } from '../state/key-file.ts';

export interface ExaminedKeys {
  readonly findings: readonly Finding[];
  /** `serve` prints this key. */
  readonly first?: string;
}

/** Makes nothing, and writes nothing. */
export function examineKeys({
  keyFile,
  keysFile,
}: Pick<KeyOptions, 'keyFile' | 'keysFile'>): Promise<ExaminedKeys> {
  return keysFile === undefined ? examineKeyFile(keyFile) : examineKeysFile(keysFile);
}

async function examineKeyFile(file = usualKeyFile()): Promise<ExaminedKeys> {
  const title = 'Key file';
  const warnings: Finding[] = [];
  const warn = (found: string) => warnings.push({ state: 'warning', title, found });
  const read = await keptKey({ warn }, file);
  if (read === undefined)
    return { findings: [{ state: 'good', title, found: `serve makes a key in ${file}.` }] };
  if ('wrong' in read) return { findings: [{ state: 'bad', title, found: read.wrong }] };
  const good = { state: 'good', title, found: `${file} has a key.` } as const;
  return { findings: warnings.length > 0 ? warnings : [good], first: read.key };
}

async function examineKeysFile(file: string): Promise<ExaminedKeys> {
  const { clients, problems } = await readKeysFile(file);
  const findings: readonly Finding[] = [
    ...problems.map(found => ({ state: 'bad', title: 'Keys', found }) as const),
    ...clients.map(({ client, key }) => {
      const found = key === undefined ? `serve adds a key in ${file}.` : `Has a key in ${file}.`;
      return { state: 'good', title: client.name, found } as const;
    }),
  ];
  const first = clients[0]?.key;
  return {
    findings: findings.length > 0 ? findings : [noClients(file)],
    ...(first === undefined ? {} : { first }),
  };
}

function noClients(file: string): Finding {
  return {
    state: 'bad',
    title: 'Keys',
    found: `${file} has no clients.`,
    remedy: { text: 'Add a table for each, such as [cline].' },
  };
}
