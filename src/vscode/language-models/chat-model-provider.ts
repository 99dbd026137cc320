import * as vscode from 'vscode';
import type { Host } from '../../converser/ground/host.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { commandsAtOnce } from '../activation-ids.ts';
import { withSignal } from '../common/abort-signal.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';

export interface ChatModelProviderOptions extends Pick<Host, 'clock' | 'ids'> {
  readonly models: ModelRoster;
  readonly providers: () => readonly ProviderDefinition[];
}

export function createChatModelProvider({
  models,
  providers,
  ...host
}: ChatModelProviderOptions): vscode.LanguageModelChatProvider {
  // Every window lists the models, but most windows never use one of Converser's.
  const use = () => import('./chat-model-use.ts');
  return {
    onDidChangeLanguageModelChatInformation: listener => models.onDidChange(() => listener()),

    async provideLanguageModelChatInformation({ silent }, token) {
      // VS Code waits for this list, so it gets the known models at once, and an event if there are more.
      if (!silent) void vscode.commands.executeCommand(commandsAtOnce.connectToModels);
      return withSignal(token, async signal =>
        (await models.models(signal)).map(model => chatModelInformation(model, providers())),
      );
    },

    provideLanguageModelChatResponse({ id }, messages, options, progress, token) {
      return withSignal(token, async signal => {
        const { replyInChat } = await use();
        const model = await models.find(id, signal);
        await replyInChat({ model, id, messages, options, progress }, host, signal);
      });
    },

    provideTokenCount({ id }, value, token) {
      return withSignal(token, async signal => {
        const { countInChat } = await use();
        return countInChat({ model: await models.find(id, signal), value }, host, signal);
      });
    },
  };
}

function chatModelInformation(
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
  contract: 'Calls tools through Converser’s contract, as text.',
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
