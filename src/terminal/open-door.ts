import { createActivity } from '../gateway/activity.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { ClientKeys } from '../gateway/guard/client-keys.ts';
import { type Door, listen } from '../gateway/listen.ts';
import type { ModelChoices } from '../gateway/models/find-model.ts';
import type { ServeOptions } from './command-line/command-line.ts';
import type { ComposedTerminal } from './compose-terminal.ts';
import { continued } from './render/printable.ts';
import { openSpendingFile } from './state/spending-file.ts';

export interface DoorSources {
  readonly terminal: Pick<ComposedTerminal, 'ports' | 'models' | 'supervisor'>;
  readonly keys: ClientKeys;
  readonly choices: ModelChoices;
}

/** The gateway of a run in a terminal. What was spent is in its file once the door is closed. */
export async function openDoor(
  { port, reach, logsContent }: Pick<ServeOptions, 'port' | 'reach' | 'logsContent'>,
  { terminal: { ports, models, supervisor }, keys, choices }: DoorSources,
): Promise<Door | DoorTrouble> {
  const { roster, permissions, host, limits, journal, totals, breakers, contents, guidance } = ports;
  const spendings = await openSpendingFile(host.log);
  const gateway = createGateway(
    {
      models,
      roster,
      permissions,
      host,
      keys,
      activity: createActivity(host),
      journal,
      totals,
      breakers,
      contents,
      guidance,
    },
    {
      choices: () => choices,
      origins: () => reach.origins,
      contentLog: () => (logsContent ? writeLine : undefined),
      spendings,
      turns: { limits, supervisor: () => supervisor },
    },
  );
  const door = await listen(gateway, { port, reach }).catch(cause => listenTrouble(cause, { port, reach }));
  if ('problem' in door) return door;
  return {
    ...door,
    async close() {
      await door.close();
      await spendings.saved();
    },
  };
}

/** Why it can't be opened. */
export interface DoorTrouble {
  readonly problem: string;
  readonly remedy: string;
  /** Another program has the port. */
  readonly isTaken: boolean;
}

function writeLine(line: string): void {
  process.stderr.write(`${continued(line)}\n`);
}

function listenTrouble(cause: unknown, { port, reach }: Pick<ServeOptions, 'port' | 'reach'>): DoorTrouble {
  const remedy = 'Choose another with --port N, or leave it out for any that is free.';
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return { problem: `Port ${port} is in use by another program.`, remedy, isTaken: true };
  if (code === 'EACCES') return { problem: `You may not use port ${port}.`, remedy, isTaken: false };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      problem: `This machine doesn't have the address ${reach.at.address}.`,
      remedy: 'Choose another with --host ADDRESS, or leave it out.',
      isTaken: false,
    };
  throw cause;
}
