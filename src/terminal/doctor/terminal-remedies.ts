import type { Check, Finding, RemedyAction } from '../../gateway/doctor/finding.ts';
import type { DoctorOptions } from '../command-line/command-line.ts';

export type Remedies = Readonly<Record<RemedyAction, string>>;

export function inTerminal({ title, run }: Check, remediesFor: (finding: Finding) => Remedies): Check {
  const translated = (finding: Finding): Finding => {
    const action = finding.remedy?.action;
    return action === undefined ? finding : { ...finding, remedy: { text: remediesFor(finding)[action] } };
  };
  return { title, run: async signal => (await run(signal)).map(translated) };
}

export function terminalRemedies(
  { server }: Pick<DoctorOptions, 'server'>,
  opening = 'Choose another port with --port N.',
): Remedies {
  const variable = server?.keyVariable;
  return {
    'start-gateway': 'Start it with: converse serve',
    'restart-gateway': 'Start serve again, with the same --keys or --key-file as here.',
    'change-port': opening,
    'connect-models':
      server === undefined
        ? 'Name a model provider with --provider NAME.'
        : `Check whether ${server.label} runs, and its address.`,
    'choose-model': 'Choose another model with --model NAME.',
    'set-api-key':
      variable === undefined
        ? 'Name the environment variable with the API key: --key-env VAR.'
        : `Set the environment variable ${variable} to a valid API key.`,
    'show-ensembles':
      'Correct its descriptor. If its tools have changed, see how with --verify-lock, and accept that with --accept-lock.',
    'add-to-program': 'Add Converser to its MCP servers.',
  };
}
