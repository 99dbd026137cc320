import { styleText } from 'node:util';
import type { Host } from '../converser/ground/host.ts';
import type { Log } from '../converser/ground/ports.ts';
import { hidingLog } from '../converser/ground/secrets/hiding-log.ts';
import { createKnownSecrets } from '../converser/ground/secrets/known-secrets.ts';
import { learnEnvironment } from '../converser/ground/secrets/learn-environment.ts';
import { createRandomIds, createSystemClock } from '../converser/ground/system-ports.ts';
import { continued } from './render/printable.ts';

export function createTerminalHost(): Host {
  const secrets = createKnownSecrets();
  learnEnvironment(secrets, process.env);
  return {
    clock: createSystemClock(),
    ids: createRandomIds(),
    log: hidingLog(stderrLog, secrets),
    alerts: { warn: message => write('yellow', secrets.hide(message)) },
    secrets,
  };
}

const stderrLog: Log = {
  debug: () => {},
  info: () => {},
  warn: message => write('yellow', message),
  error: message => write('red', message),
};

function write(colour: 'yellow' | 'red', message: string): void {
  const sign = styleText(colour, '!', { stream: process.stderr });
  process.stderr.write(`${sign} ${continued(message)}\n`);
}
