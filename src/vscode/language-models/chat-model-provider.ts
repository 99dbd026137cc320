import * as vscode from 'vscode';
import type { Host } from '../../converser/ground/host.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { commandsAtOnce } from '../activation-ids.ts';
import { withSignal } from '../common/abort-signal.ts';
import { chatModelInformation } from './chat-model-information.ts';

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
