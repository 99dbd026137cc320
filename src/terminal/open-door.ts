import { createActivity } from '../gateway/activity.ts';
import type { ClientKeys } from '../gateway/guard/client-keys.ts';
import type { Door } from '../gateway/listen.ts';
import type { ModelChoices } from '../gateway/models/find-model.ts';
import { openGateway } from '../house/open-gateway.ts';
import type { GatewaySettings } from '../house/settings.ts';
import type { Terminal } from './open-terminal.ts';
import { continued } from './render/printable.ts';
import { openSpendingFile } from './state/spending-file.ts';

export type DoorSettings = Pick<GatewaySettings, 'port' | 'reach' | 'logsContent'>;

export interface DoorSources {
  readonly terminal: Pick<Terminal, 'converser' | 'approver'>;
  readonly keys: ClientKeys;
  readonly choices: ModelChoices;
}

export async function openDoor(
  { port, reach, logsContent }: DoorSettings,
  { terminal: { converser, approver }, keys, choices }: DoorSources,
): Promise<Door | DoorTrouble> {
  const { host } = converser;
  const spendings = await openSpendingFile(host.log);
  const door = await openGateway(
    { converser, approver, keys, activity: createActivity(host) },
    {
      port,
      reach,
      choices: () => choices,
      origins: () => reach.origins,
      contentLog: () => (logsContent ? writeLine : undefined),
      spendings,
    },
  ).catch(cause => listenTrouble(cause, { port, reach }));
  if ('problem' in door) return door;
  return {
    ...door,
    async close() {
      await door.close();
      await spendings.saved();
    },
  };
}

export interface DoorTrouble {
  readonly problem: string;
  readonly remedy: string;
  /** Another program has the port. */
  readonly isTaken: boolean;
}

function writeLine(line: string): void {
  process.stderr.write(`${continued(line)}\n`);
}

function listenTrouble(cause: unknown, { port, reach }: Pick<DoorSettings, 'port' | 'reach'>): DoorTrouble {
  const remedy = 'Choose another with --port N, or leave it out for any that is free.';
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return { problem: `Port ${port} is in use by another program.`, remedy, isTaken: true };
  if (code === 'EACCES') return { problem: `You may not use port ${port}.`, remedy, isTaken: false };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      problem: `This machine doesn’t have the address ${reach.at.address}.`,
      remedy: 'Choose another with --host ADDRESS, or leave it out.',
      isTaken: false,
    };
  throw cause;
}
