import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';
import { listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { DoorState } from '../../gateway/doctor/door-checks.ts';
import type { Door } from '../../gateway/listen.ts';

export interface GatewayControl extends Disposable {
  readonly state: DoorState;
  readonly onDidChange: Listen<void>;
  start(): Promise<DoorState>;
  stop(): Promise<void>;
}

/** @param open listens at the port of the settings */
export function createGatewayControl(open: () => Promise<Door>): GatewayControl {
  const changes = listeners<void>();
  const oneAtATime = serial();
  let door: Door | undefined;
  let state: DoorState = { status: 'stopped' };
  const become = (next: DoorState) => {
    state = next;
    changes.fire();
    return state;
  };

  async function start(): Promise<DoorState> {
    if (door !== undefined) return state;
    become({ status: 'starting' });
    try {
      door = await open();
      return become({ status: 'running', baseUrl: door.baseUrl, isOpen: door.isOpen });
    } catch (cause) {
      return become({ status: 'failed', reason: whyNot(cause) });
    }
  }

  async function stop(): Promise<void> {
    const open = door;
    door = undefined;
    await open?.close();
    become({ status: 'stopped' });
  }

  return {
    get state() {
      return state;
    },
    onDidChange: changes.listen,
    start: () => oneAtATime(start),
    stop: () => oneAtATime(stop),
    dispose: () => void oneAtATime(stop),
  };
}

function whyNot(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return 'The port is taken, perhaps by the gateway of another window. Stop it there, or change the setting converser.gateway.port.';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'This machine doesn’t have the address in the setting converser.gateway.network. Change or remove it.';
    default:
      return reasonOf(cause);
  }
}
