import type * as vscode from 'vscode';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';

export function chatModelInformation(
  model: Model,
  providers: readonly ProviderDefinition[],
): vscode.LanguageModelChatInformation {
  const source = sourceOf(model, providers);
  const use = toolUseOf(model);
  return {
    id: modelReference(model),
    name: model.label,
    family: model.id,
    // Clients can select models by provider, and by how they get tools.
    version: `${model.provider}-${use}`,
    detail: source,
    tooltip: `${model.label} of ${source}, through Converser. ${toolUseText[use]}`,
    ...limits(model),
    capabilities: { toolCalling: use !== 'none', imageInput: model.capabilities.images },
  };
}

const toolUseText = {
  native: 'Calls tools natively.',
  contract: "Calls tools through Converser's contract, as text.",
  none: 'Uses no tools.',
} as const;

/** Nearly all current models accept this many tokens. */
const usualContext = 128_000;

/** Input and output share the context window; if the output limit is unknown, a quarter is kept for the reply. */
function limits({ capabilities: { contextTokens = usualContext, outputTokens } }: Model) {
  const most = Math.max(1, Math.ceil(contextTokens / 4));
  const maxOutputTokens = Math.min(outputTokens ?? most, Math.max(1, Math.floor(contextTokens / 2)));
  return { maxInputTokens: Math.max(1, contextTokens - maxOutputTokens), maxOutputTokens };
}
