import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import type { Host } from '../../converser/ground/host.ts';
import { type KeptKey, keep } from '../../gateway/guard/client-keys.ts';
import { isShortKey } from '../state/key-file.ts';
import { fillKeysFile, type ReadClients, stampOf } from './keys-file.ts';
import { exampleName } from './parse-clients.ts';

/** Milliseconds. What runs for a revoked key ends within a second, also where no system event tells of it. */
const interval = 250;

/** In milliseconds. Editors write a file in several steps. */
const settling = 50;

/** A mistake is an error at the start, a warning later, and opens nothing. `file` is absolute. */
export async function openKeysFile(
  file: string,
  { clock, log, secrets }: Pick<Host, 'clock' | 'log' | 'secrets'>,
): Promise<KeySource | { readonly wrong: string }> {
  const found = await fillKeysFile(file);
  const [first] = found.clients;
  if (found.problems.length > 0) return { wrong: found.problems.join('\n') };
  if (first?.key === undefined)
    return { wrong: `${file} has no clients. Add a table for each, such as [${exampleName}].` };
  const learn = ({ clients }: ReadClients) => {
    for (const { key } of clients) secrets.learn(key);
  };
  learn(found);
  let kept = keptOf(found);
  const closing = new AbortController();
  const changes = listeners<void>();
  warnOfShort(found, { file, log });

  async function follow(): Promise<void> {
    let { stamp } = found;
    for (;;) {
      await clock.sleep(interval, closing.signal);
      if (closing.signal.aborted) return;
      if ((await stampOf(file)) === stamp) continue;
      await clock.sleep(settling, closing.signal);
      const read = await fillKeysFile(file);
      if (closing.signal.aborted) return;
      stamp = read.stamp;
      learn(read);
      kept = keptOf(read);
      if (read.problems.length > 0)
        log.warn([...read.problems, 'Clients whose entries can’t be read are kept out.'].join('\n'));
      warnOfShort(read, { file, log });
      changes.fire();
    }
  }

  void follow();
  return {
    first: first.key,
    get kept() {
      return kept;
    },
    onDidChange: changes.listen,
    dispose: () => closing.abort(),
  };
}

function keptOf({ clients }: ReadClients): readonly KeptKey[] {
  return clients.flatMap(({ client, key }) => (key === undefined ? [] : [keep(key, client)]));
}

function warnOfShort({ clients }: ReadClients, { file, log }: Pick<Host, 'log'> & { readonly file: string }) {
  for (const { client, key } of clients)
    if (key !== undefined && isShortKey(key))
      log.warn(`The key of ${client.name} in ${file} is short, so programs could guess it.`);
}

export interface KeySource extends Disposable {
  /** `serve` prints this key. */
  readonly first: string;
  readonly kept: readonly KeptKey[];
  readonly onDidChange: Listen<void>;
}
