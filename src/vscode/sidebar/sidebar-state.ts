import { fullName } from '../../converser/ensemble/invoker.ts';
import { modelReference } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { SidebarEnsemble, SidebarModel, SidebarQuestion, SidebarState } from '../../sidebar/protocol.ts';
import { mcpEnsembles } from '../mcp/mcp-ensembles.ts';
import { rehearsalReference } from '../models/chosen-model.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';
import type { Parts } from '../surface-ports.ts';
import { readSettings } from '../window/settings.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';

export interface SidebarStateOptions {
  readonly parts: Pick<Parts, 'roster' | 'questions' | 'requests' | 'providers'>;
  readonly conversation: SidebarConversation;
  /** Those that are known by now. */
  readonly models: readonly Model[];
}

/** What the page of the sidebar is to show at this moment. Nothing is awaited, so that no state is outdated. */
export function sidebarState({ parts, conversation, models }: SidebarStateOptions): SidebarState {
  return {
    canisters: conversation.canisters,
    turn: conversation.turn,
    spendings: conversation.spendings,
    spending: conversation.spending,
    running: conversation.running,
    model: readSettings.model() || rehearsalReference,
    models: models.map(model => shownModel(model, parts.providers())),
    ensembles: shownEnsembles(parts, conversation),
    questions: shownQuestions(parts, conversation),
    requests: parts.requests.all,
    canAttach: mcpEnsembles(parts.roster).length > 0,
  };
}

function shownModel(model: Model, providers: readonly ProviderDefinition[]): SidebarModel {
  return {
    reference: modelReference(model),
    label: model.label,
    detail: sourceOf(model, providers),
    tools: toolUseOf(model),
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
    invokers: roster.offeredBy(ensemble).map(invoker => ({
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
