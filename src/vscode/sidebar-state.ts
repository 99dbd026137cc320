import { fullName } from '../converser/invoker.ts';
import { modelReference } from '../converser/model-roster.ts';
import type { Model } from '../converser/provider.ts';
import type { SidebarEnsemble, SidebarModel, SidebarQuestion, SidebarState } from '../sidebar/protocol.ts';
import { rehearsalReference } from './chosen-model.ts';
import type { Parts } from './parts.ts';
import { readSettings } from './settings.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';

export interface SidebarStateOptions {
  readonly parts: Pick<Parts, 'roster' | 'questions'>;
  readonly conversation: SidebarConversation;
  /** Those that are known by now. */
  readonly models: readonly Model[];
}

/** What the page of the sidebar is to show at this moment. Nothing is awaited, so that no state is outdated. */
export function sidebarState({ parts, conversation, models }: SidebarStateOptions): SidebarState {
  return {
    canisters: conversation.canisters,
    turn: conversation.turn,
    usages: conversation.usages,
    running: conversation.running,
    model: readSettings.model() || rehearsalReference,
    models: models.map(shownModel),
    ensembles: shownEnsembles(parts, conversation),
    questions: shownQuestions(parts, conversation),
  };
}

function shownModel(model: Model): SidebarModel {
  return {
    reference: modelReference(model),
    label: model.label,
    detail: model.provider === 'vscode' ? (model.id.split('/')[0] ?? 'VS Code') : 'Converser',
  };
}

function shownEnsembles(
  { roster }: SidebarStateOptions['parts'],
  conversation: SidebarConversation,
): readonly SidebarEnsemble[] {
  return roster.ensembles.map(ensemble => ({
    name: ensemble.name,
    title: ensemble.title,
    description: ensemble.description,
    enabled: roster.isEnabled(ensemble.name),
    state: ensemble.state,
    invokers: ensemble.invokers.map(invoker => ({
      fullName: fullName(invoker),
      name: invoker.name,
      description: invoker.description,
      enabled: conversation.isOffered(fullName(invoker)),
      readOnly: invoker.annotations.readOnly === true,
    })),
  }));
}

function shownQuestions(
  { questions }: SidebarStateOptions['parts'],
  conversation: SidebarConversation,
): readonly SidebarQuestion[] {
  return questions.all
    .filter(({ question }) => question.conversationId === conversation.id)
    .map(({ id, question }) => ({
      id,
      invocationId: question.invocation.id,
      fullName: fullName(question.invoker),
      arguments: question.invocation.arguments,
      reason: question.reason,
      choices: question.choices,
    }));
}
