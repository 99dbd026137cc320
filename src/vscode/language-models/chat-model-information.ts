import type * as vscode from 'vscode';
import { modelReference } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';

/** What VS Code and other extensions are told of one of our models. */
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
    // Who chooses models by their version can tell those of one server, and how they are given tools.
    version: `${model.provider}-${use}`,
    detail: source,
    tooltip: `${model.label} of ${source}, through Converser. ${sayToolUse[use]}`,
    ...limits(model),
    capabilities: { toolCalling: use !== 'none', imageInput: model.capabilities.images },
  };
}

const sayToolUse = {
  native: 'It calls tools by its server’s own means.',
  contract: 'It calls tools through Converser’s contract, as text.',
  none: 'It is offered no tools.',
} as const;

/** Where nobody has said how much a model takes, as much as nearly every model of today does. */
const usualContext = 128_000;

/** Both share the model's window; of a limit that nobody has told, a quarter is kept for the reply. */
function limits({ capabilities: { contextTokens = usualContext, outputTokens } }: Model) {
  const most = Math.max(1, Math.ceil(contextTokens / 4));
  const maxOutputTokens = Math.min(outputTokens ?? most, Math.max(1, Math.floor(contextTokens / 2)));
  return { maxInputTokens: Math.max(1, contextTokens - maxOutputTokens), maxOutputTokens };
}
