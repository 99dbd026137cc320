import { remainingExposure, type Vouching } from '../../converser/call/caution/caution.ts';
import { diffSize } from '../../converser/call/permission/cut-diff.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { latestPlan } from '../../converser/words/conversation/latest-plan.ts';
import { isPrivate } from '../../converser/words/conversation/private.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Preview } from '../../converser/words/ensemble/invoker.ts';
import { heldOptions } from '../../converser/words/models/held-options.ts';
import { joinOptions, optionsOfModel, providerOptions } from '../../converser/words/models/model-options.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { QuestionCaution } from '../../converser/words/permission/permission-question.ts';
import { exposureText } from '../../converser/words/texts/label-text.ts';
import { savingsIn } from '../../converser/words/texts/saving-texts.ts';
import { sourcesText } from '../../converser/words/texts/source-text.ts';
import { effortsOf } from '../../dialects/options/efforts-of.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type {
  SidebarEnsemble,
  SidebarModel,
  SidebarPreview,
  SidebarQuestion,
  SidebarRecent,
  SidebarState,
} from '../../sidebar/protocol.ts';
import type { Recorder } from '../../store/recording/recorder.ts';
import { editorMention } from '../attachments/selected-text.ts';
import { settings } from '../common/vscode-settings.ts';
import { rehearsalReference } from '../models/chosen-model.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';
import { askingIn, type PermissionQuestions, type ServerQuestions } from '../questions/open-questions.ts';
import type { TurnChanges } from '../undo/turn-changes.ts';
import type { AnswersBeside } from './conversation/answers-beside.ts';
import type { SidebarConversation } from './conversation/sidebar-conversation.ts';
import type { TurnHistory } from './history/turn-history.ts';

export interface SidebarStateOptions {
  readonly roster: EnsembleRoster;
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly conversation: SidebarConversation;
  readonly history: TurnHistory;
  readonly vouching: Vouching;
  readonly changes: Pick<TurnChanges, 'of' | 'refresh' | 'onDidChange'>;
  readonly beside: Pick<AnswersBeside, 'of' | 'onDidChange'>;
  readonly recorder: Pick<Recorder, 'isRecording'>;
  readonly recent?: readonly SidebarRecent[] | undefined;
  readonly models: readonly Model[];
  readonly providers: readonly ProviderDefinition[];
}

/** Nothing is awaited, so the state is never out of date. */
export function sidebarState(options: SidebarStateOptions): SidebarState {
  const { conversation, history, models, providers, requests } = options;
  const { shown } = conversation;
  const { stored } = shown;
  return defined({
    history: history.summary,
    turn: shown.turn,
    spending: shown.spending,
    savings: savingsIn(shown.canisters),
    running: shown.running,
    ...(shown.stopsAfterRound ? { stopsAfterRound: true } : {}),
    ...(options.recorder.isRecording(shown.id) ? { isRecorded: true } : {}),
    ...(stored.runsElsewhere ? { runsElsewhere: true } : {}),
    ...(isPrivate(shown.id) ? { isPrivate: true } : {}),
    queued: shown.queue.all,
    undecided: shown.undecided,
    changes: options.changes.of(shown.id),
    versions: Object.fromEntries(
      [...stored.versions].map(([turn, { at, ends }]) => [turn, { at, of: ends.length }]),
    ),
    ahead: stored.ahead && aheadOf(stored.ahead.turns, options.changes.of(shown.id)),
    beside: options.beside.of(shown.id),
    editing: conversation.editing,
    plan: latestPlan(shown.canisters),
    client: stored.client,
    exposure: exposureText(remainingExposure(shown.exposure, shown.id, options.vouching)),
    editor: editorMention(),
    recent: shown.canisters.length > 0 ? undefined : options.recent,
    model: settings.model || rehearsalReference,
    effort: conversation.effort,
    modes: conversation.modes.map(({ name, title, description }) => ({ name, title, description })),
    mode: conversation.mode,
    models: models.map(model => shownModel(model, providers)),
    ensembles: shownEnsembles(options),
    questions: shownQuestions(options),
    requests: requests.all
      .filter(({ question }) => conversation.isAsked(askingIn(question)))
      .map(({ id, question }) => ({ ...question, id })),
  });
}

function aheadOf(
  turns: readonly string[],
  changes: SidebarState['changes'],
): NonNullable<SidebarState['ahead']> {
  const left = turns.map(turn => (changes[turn]?.files ?? 0) - (changes[turn]?.undone ?? 0));
  return { turns: turns.length, files: left.reduce((sum, each) => sum + each, 0) };
}

function shownModel(model: Model, providers: readonly ProviderDefinition[]): SidebarModel {
  const reference = modelReference(model);
  const efforts = effortsOf(model);
  const own = providerOptions(providers.find(({ id }) => id === model.provider)?.options);
  const written = settings.modelOptions;
  const options = heldOptions(reference, { own, written }).filter(({ name }) => name !== 'effort');
  return defined({
    reference,
    label: model.label,
    detail: sourceOf(model, providers),
    tools: toolUseOf(model),
    images: model.capabilities.images || undefined,
    pdfs: model.capabilities.pdfs,
    price: model.price && { input: model.price.input, output: model.price.output },
    contextTokens: model.capabilities.contextTokens,
    efforts: efforts.length === 0 ? undefined : efforts,
    effort: joinOptions(own, optionsOfModel(reference, written)).effort,
    options: options.length === 0 ? undefined : options,
  });
}

function shownEnsembles({ roster, conversation }: SidebarStateOptions): readonly SidebarEnsemble[] {
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

function shownQuestions({ questions, conversation }: SidebarStateOptions): readonly SidebarQuestion[] {
  return questions.all
    .filter(({ question }) => question.conversationId === conversation.id)
    .map(({ id, question }) =>
      defined({
        id,
        invocationId: question.within?.invocationId ?? question.invocation.id,
        fullName: fullName(question.invoker),
        arguments: question.invocation.arguments,
        reason: question.isPlain ? undefined : question.reason,
        scopes: question.scopes,
        patterns: question.patterns,
        caution: question.caution && trustOf(question.caution),
        draft: question.draft,
        mistake: question.mistake,
        left: question.timeLeft?.(),
        preview: question.preview && shownPreview(question.preview),
      }),
    );
}

function shownPreview({ title, diff, notes, change }: Preview): SidebarPreview {
  const size = change === undefined || diff === undefined ? undefined : diffSize(diff);
  return defined({ title, diff, notes, size, isChange: change && true });
}

function trustOf({ sources }: QuestionCaution): NonNullable<SidebarQuestion['caution']> {
  return sources.length === 0 ? {} : { trusts: sourcesText(sources) };
}
