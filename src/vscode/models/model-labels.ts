import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';

export function sourceOf({ provider, id }: Model, providers: readonly ProviderDefinition[]): string {
  if (provider === 'vscode') return id.split('/')[0] || 'VS Code';
  return providers.find(definition => definition.id === provider)?.label ?? 'Converser';
}

export function toolUseOf({ capabilities }: Pick<Model, 'capabilities'>): 'native' | 'contract' | 'none' {
  return capabilities.contract === true ? 'contract' : capabilities.tools;
}
