import type { CommandLine } from './command-line.ts';
import { type ProviderValues, readProvider } from './provider-options.ts';

export const checkOptions = {
  check: { type: 'boolean' },
  contracts: { type: 'boolean' },
} as const;

interface Values extends ProviderValues {
  readonly check?: boolean;
  readonly contracts?: boolean;
  readonly model?: string;
  readonly json?: boolean;
}

/** Which model to check; `undefined`: none. */
export function readCheck(values: Values, question: string): CommandLine | undefined {
  const { check = false, contracts = false } = values;
  if (!check) return contracts ? wrong('--contracts goes with --check.') : undefined;
  if (question.trim() !== '') return wrong('--check takes no question. Remove the question or --check.');
  const server = readProvider(values, undefined);
  if (typeof server === 'string') return wrong(server);
  const { model: id, json = false } = values;
  if (server === undefined || id === undefined)
    return wrong('--check needs --provider NAME and --model NAME.');
  return { kind: 'check', options: { server, id, json, contracts } };
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
