import type { Host } from '../../converser/ground/host.ts';
import { keep } from '../../gateway/guard/client-keys.ts';
import { terminalClient } from '../command-line/aliases.ts';
import type { ServeOptions } from '../command-line/command-line.ts';
import { readKey } from '../state/key-file.ts';
import { type KeySource, openKeysFile } from './open-keys-file.ts';

export type KeyOptions = Pick<ServeOptions, 'keyFile' | 'keysFile' | 'settings'>;

export async function openKeys(
  { keyFile, keysFile, settings }: KeyOptions,
  host: Pick<Host, 'clock' | 'log' | 'secrets'>,
): Promise<KeySource | { readonly wrong: string }> {
  if (keysFile !== undefined) return openKeysFile(keysFile, host);
  const read = await readKey(host.log, keyFile);
  if ('wrong' in read) return read;
  const { key } = read;
  host.secrets.learn(key);
  const limits = settings.gateway.limits.get(terminalClient) ?? {};
  return {
    first: key,
    kept: limits === 'unreadable' ? [] : [keep(key, { name: terminalClient, ...limits })],
    onDidChange: () => ({ dispose() {} }),
    dispose() {},
  };
}
