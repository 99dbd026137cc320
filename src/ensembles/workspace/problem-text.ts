import type { Diagnostic } from '../../converser/words/workspace/workspace.ts';

export function problemText({ severity, message, source, code }: Diagnostic): string {
  const origin = [source, code].filter(part => part !== undefined).join(' ');
  return `${severity}: ${message.replaceAll('\n', ' ')}${origin === '' ? '' : ` (${origin})`}`;
}
