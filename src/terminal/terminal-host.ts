import { styleText } from 'node:util';
import type { Host } from '../converser/ground/host.ts';
import type { Log } from '../converser/ground/ports.ts';
import { hidingLog } from '../converser/ground/secrets/hiding-log.ts';
import { createKnownSecrets } from '../converser/ground/secrets/known-secrets.ts';
import { learnEnvironment } from '../converser/ground/secrets/learn-environment.ts';
import { createRandomIds, createSystemClock } from '../converser/ground/system-ports.ts';
import { continued, inOneLine } from './render/printable.ts';

export interface TerminalHostOptions {
  /** Nobody sees the turns of other programs, so what failed in them is told here. */
  readonly tellsFailures?: boolean;
}

export function createTerminalHost({ tellsFailures = false }: TerminalHostOptions = {}): Host {
  const secrets = createKnownSecrets();
  learnEnvironment(secrets, process.env);
  return {
    clock: createSystemClock(),
    ids: createRandomIds(),
    log: hidingLog(tellsFailures ? { ...stderrLog, info: tellFailure } : stderrLog, secrets),
    alerts: { warn: message => write('yellow', secrets.hide(message)) },
    secrets,
    settingText: key => `--set ${key}=N`,
  };
}

const stderrLog: Log = {
  debug: () => {},
  info: () => {},
  warn: message => write('yellow', message),
  error: message => write('red', message),
};

function tellFailure(message: string): void {
  write('yellow', inOneLine(message));
}

function write(colour: 'yellow' | 'red', message: string): void {
  const sign = styleText(colour, '!', { stream: process.stderr });
  process.stderr.write(`${sign} ${continued(message)}\n`);
}
