import type { Log } from '../../converser/ground/ports.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';

const mostLines = 300;
const longestLine = 2_000;

/** Also keeps the last lines, but for traces, so that a report can show them. */
export function rememberingLog(log: Log): Log & { readonly lines: () => readonly string[] } {
  const kept: string[] = [];
  const noting = (level: Exclude<keyof Log, 'tracer'>) => (message: string) => {
    log[level](message);
    kept.push(`${new Date().toISOString()} [${level}] ${shortened(message, longestLine)}`);
    if (kept.length > mostLines) kept.shift();
  };
  return {
    ...log,
    debug: noting('debug'),
    info: noting('info'),
    warn: noting('warn'),
    error: noting('error'),
    lines: () => kept,
  };
}
