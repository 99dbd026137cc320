import type { Diagnostic } from '../../converser/words/workspace/workspace.ts';

/** Gives one line: `error: Cannot find name 'x'. (ts 2304)`. */
export function problemText({ severity, message, source, code }: Diagnostic): string {
  const origin = [source, code].filter(part => part !== undefined).join(' ');
  return `${severity}: ${message.replaceAll('\n', ' ')}${origin === '' ? '' : ` (${origin})`}`;
}
