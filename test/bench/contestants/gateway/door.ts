import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Received, Visit } from '../../client.ts';
import type { Assignment, Contestant } from '../main.ts';

/** Where a client finds the contestant. */
interface Door {
  readonly url: string;
  readonly key?: string;
}

/** A contestant that a client in another process asks: as many requests at the same time as the scenario has streams. */
export function visited(
  { wire, clientWire = wire, scenario }: Assignment,
  { url, key = 'bench' }: Door,
): Contestant {
  const visit: Visit = { url, key, scenario, wire: clientWire };
  const program = path.join(path.dirname(process.argv[1] ?? ''), 'client.js');
  const client = fork(program, [JSON.stringify(visit)], { execArgv: [] });
  client.on('exit', () => process.exit(1));
  return async () => {
    client.send('receive');
    const [received] = (await once(client, 'message')) as [Received];
    return { calls: 0, ...received };
  };
}
