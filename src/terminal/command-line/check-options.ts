import { defined } from '../../converser/json/defined.ts';
import type { CommandLine } from './command-line.ts';
import { type ProviderValues, readProvider } from './provider-options.ts';

export const checkOptions = {
  check: { type: 'boolean' },
  contracts: { type: 'boolean' },
  'export-card': { type: 'string' },
  'import-card': { type: 'string' },
} as const;

interface Values extends ProviderValues {
  readonly check?: boolean;
  readonly contracts?: boolean;
  readonly 'export-card'?: string;
  readonly 'import-card'?: string;
  readonly model?: string;
  readonly json?: boolean;
}

/** What to do with the card of a model; `undefined`: nothing. */
export function readCheck(values: Values, question: string): CommandLine | undefined {
  const { check = false, 'export-card': exported, 'import-card': imported, contracts = false } = values;
  const option = check ? 'check' : exported === undefined ? 'import-card' : 'export-card';
  if (!check && contracts) return wrong('--contracts goes with --check.');
  if (!check && exported === undefined && imported === undefined) return undefined;
  if (imported !== undefined && option !== 'import-card')
    return wrong(`--import-card doesn't go with --${option}. Remove one of them.`);
  if (question.trim() !== '')
    return wrong(`--${option} takes no question. Remove the question or --${option}.`);
  const server = readProvider(values, undefined);
  if (typeof server === 'string') return wrong(server);
  const { model: id, json = false } = values;
  if (server === undefined || id === undefined)
    return wrong(`--${option} needs --provider NAME and --model NAME.`);
  const subject = { server, id, json };
  if (check)
    return { kind: 'check', options: { ...subject, contracts, ...defined({ exportFile: exported }) } };
  if (imported !== undefined)
    return { kind: 'card', options: { ...subject, action: 'import', file: imported } };
  return { kind: 'card', options: { ...subject, action: 'export', file: exported ?? '' } };
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
