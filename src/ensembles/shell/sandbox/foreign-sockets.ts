import { readFile } from 'node:fs/promises';

/**
 * Lists the sockets on which programs of this machine listen: through Docker's, for one, a command could do anything,
 * network or not. https://man7.org/linux/man-pages/man5/proc_pid_net.5.html
 */
export async function foreignSockets(): Promise<readonly string[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const paths = table.split('\n').map(line => / (\/.*)$/.exec(line)?.[1]);
  return [...new Set(paths.filter(each => each !== undefined))].slice(0, mostSockets);
}

/** Each is a mount of its own. Most lie in folders that are hidden as a whole. */
const mostSockets = 1_000;
