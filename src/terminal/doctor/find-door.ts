import { defined } from '../../converser/ground/json/defined.ts';
import type { DoorAccess, DoorState } from '../../gateway/doctor/door-checks.ts';
import { createClientKeys, keep, newKey } from '../../gateway/guard/client-keys.ts';
import { refusals } from '../../gateway/refusal.ts';
import type { DoctorOptions } from '../command-line/command-line.ts';
import { openDoor } from '../open-door.ts';
import type { Terminal } from '../open-terminal.ts';

export interface ExaminedDoor {
  readonly state: DoorState;
  readonly access?: DoorAccess;
  readonly remedy?: string;
  close(): Promise<void>;
}

export interface DoorPorts {
  readonly terminal: Terminal;
  /** A gateway of yours that runs already would have this key. */
  readonly first: string | undefined;
  readonly signal: AbortSignal;
}

export async function findDoor(
  options: DoctorOptions,
  { terminal, first, signal }: DoorPorts,
): Promise<ExaminedDoor> {
  const key = newKey();
  const kept = [keep(key, { name: 'Converser: Doctor' })];
  const keys = createClientKeys(() => kept);
  const { model, settings } = options;
  const { reach, port } = settings.gateway;
  const choices = defined({ ordinary: model });
  const door = await openDoor({ port, reach, logsContent: false }, { terminal, keys, choices });
  if (!('problem' in door)) {
    const { baseUrl, isOpen } = door;
    const state = { status: 'running', baseUrl, isOpen } as const;
    return { state, access: { baseUrl, key }, close: door.close };
  }
  const close = async () => {};
  const baseUrl = `http://${reach.at.host}:${port}`;
  if (door.isTaken && (await isGateway(baseUrl, signal))) {
    const state = { status: 'running', baseUrl, isOpen: reach.at.isOpen } as const;
    return { state, ...(first === undefined ? {} : { access: { baseUrl, key: first } }), close };
  }
  return { state: { status: 'failed', reason: door.problem }, remedy: door.remedy, close };
}

/** Asks without the key: another program may have the port. */
async function isGateway(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
    const response = await fetch(`${baseUrl}/health`, { signal: soon, redirect: 'manual' });
    return response.status === 401 && (await beginning(response)).includes(refusals.noKey().message);
  } catch {
    return false;
  }
}

/** Another program may answer without end. */
async function beginning({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > 10_000) break;
  }
  return text;
}
