import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import { rawText } from '../../converser/words/texts/request-text.ts';

/** Writes a pair of files for each request, which only you can read. Their names sort by time. */
export function createRequestFiles(
  folder: string,
  { clock, secrets, log }: Pick<Host, 'clock' | 'secrets' | 'log'>,
): RequestLog {
  const open = new Set<() => void>();
  let count = 0;

  function write(name: string, text: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(path.join(folder, name), text, { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      log.warn(`Can’t write into the folder of --log-requests. Choose another one. ${reasonOf(cause)}`);
    }
  }
  // It may end before a server has closed the connection.
  process.once('exit', () => [...open].forEach(end => void end()));
  return ({ request, reply }) => {
    const time = clock.now().toISOString().replace(/[:.]/g, '-');
    const name = `${time}-${String(++count).padStart(5, '0')}-${process.pid}`;
    write(`${name}.request.http`, rawText(request, secrets.hide));
    const end = () => {
      if (open.delete(end)) write(`${name}.reply.http`, rawText(reply, secrets.hide));
    };
    open.add(end);
    return end;
  };
}
