import type * as vscode from 'vscode';
import { createModelRoster, type ModelRoster } from './converser/model-roster.ts';
import { createRandomIds, createSystemClock } from './converser/system-host.ts';
import { createRehearsalProvider } from './providers/rehearsal/rehearsal-provider.ts';
import { createChatModelProvider } from './vscode/chat-model-provider.ts';

export interface OwnModels {
  readonly models: ModelRoster;
  /** The same models, as VS Code takes them. */
  readonly chatModels: vscode.LanguageModelChatProvider;
}

/**
 * Converser's own models. They are built apart from the house, because VS Code asks for them in every window, and
 * most windows need nothing else.
 */
export function buildOwnModels(): OwnModels {
  const models = createModelRoster();
  models.add(createRehearsalProvider());
  const chatModels = createChatModelProvider({ models, clock: createSystemClock(), ids: createRandomIds() });
  return { models, chatModels };
}
