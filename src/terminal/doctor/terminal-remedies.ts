import type { Check, Finding, RemedyAction } from '../../gateway/doctor/finding.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { DoctorOptions } from '../command-line/command-line.ts';

export function inTerminal({ title, run }: Check, remedies: Readonly<Record<RemedyAction, string>>): Check {
  const translated = (finding: Finding): Finding => {
    const action = finding.remedy?.action;
    return action === undefined ? finding : { ...finding, remedy: { text: remedies[action] } };
  };
  return { title, run: async signal => (await run(signal)).map(translated) };
}

export function terminalRemedies(
  { server }: Pick<DoctorOptions, 'server'>,
  opening = 'Choose another port with --port N.',
): Readonly<Record<RemedyAction, string>> {
  const variable = server?.keyVariable;
  return {
    'start-gateway': 'Start it with: converse serve',
    'restart-gateway': 'Start serve again, with the same --keys or --key-file as here.',
    'change-port': opening,
    'connect-models':
      server === undefined
        ? 'Name a model provider with --provider NAME.'
        : 'Check --base-url and whether the model provider runs.',
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

/** Is for a model provider of which options other than `--provider` name models. */
export function namedRemedies(server: ProviderDefinition): Readonly<Record<RemedyAction, string>> {
  const { keyVariable, label } = server;
  return {
    ...terminalRemedies({ server }),
    'connect-models': `Check whether ${label} runs, and its address, which follows the model’s name as @URL where it isn’t the usual one.`,
    'set-api-key':
      keyVariable === undefined
        ? 'No key is sent to an address after @. Name a server that needs none, or use the provider’s usual address.'
        : `Set the environment variable ${keyVariable} to a valid API key.`,
  };
}
