import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import type { ConnectPorts } from './connect-ports.ts';

export async function removeProvider({
  ask,
  providers,
  keys,
}: Pick<ConnectPorts, 'ask' | 'providers' | 'keys'>): Promise<boolean> {
  const definition = await pickProvider(ask, 'Remove Model Provider', providers.connected());
  if (definition === undefined) return false;
  const isSure = await ask.pick({
    title: `Remove ${definition.label}?`,
    placeholder: 'Select Remove to delete its models, settings and keys',
    choices: [
      { label: `Remove ${definition.label}`, icon: 'trash', value: true },
      { label: 'Cancel', icon: 'close', value: false },
    ],
  });
  if (isSure !== true) return false;
  await keys.forgetAll(definition.id);
  await providers.remove(definition.id);
  return true;
}

export function pickProvider(
  ask: Pick<AskUser, 'pick'>,
  title: string,
  providers: readonly ProviderDefinition[],
): Promise<ProviderDefinition | undefined> {
  return ask.pick({
    title,
    placeholder: 'Select a model provider',
    choices: providers.map(definition => ({
      label: definition.label,
      icon: 'server',
      ...(definition.baseUrl === undefined ? {} : { description: definition.baseUrl }),
      value: definition,
    })),
  });
}
