import type { Log } from '../ports.ts';
import type { KnownSecrets } from './known-secrets.ts';

export function hidingLog(log: Log, { hide }: Pick<KnownSecrets, 'hide'>): Log {
  return {
    tracer() {
      const trace = log.tracer?.();
      return trace && (message => trace(hide(message)));
    },
    debug: message => log.debug(hide(message)),
    info: message => log.info(hide(message)),
    warn: message => log.warn(hide(message)),
    error: message => log.error(hide(message)),
  };
}
