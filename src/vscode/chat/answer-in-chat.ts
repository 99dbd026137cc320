import type * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Prompt, Steering } from '../../converser/turn/converse-options.ts';
import { modelInMode, modeNamed } from '../../converser/turn/in-mode.ts';
import { isInvocation } from '../../converser/words/canister/canister.ts';
import { text } from '../../converser/words/canister/content.ts';
import type { TurnEnd } from '../../converser/words/conversation/converse-event.ts';
import type { Mode } from '../../converser/words/conversation/mode.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { RunTurn } from '../../house/run-turn.ts';
import { chatModelVendor } from '../activation-ids.ts';
import type { LabelOfAttached } from '../attachments/attached-file.ts';
import { commands } from '../common/contributions.ts';
import { createLmModel } from '../language-models/lm-provider.ts';
import { lendToken } from '../language-models/tool-token.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { rehearsalModel } from '../models/chosen-model.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import type { TurnChanges } from '../undo/turn-changes.ts';
import { askInChat } from './chat-approver.ts';
import type { ChatConversations } from './chat-conversations.ts';
import { renderInChat } from './chat-renderer.ts';
import type { LeftOutDocuments } from './left-out-documents.ts';
import { retryMetadata } from './participant-followups.ts';
import { type ChatMetadata, chatMetadata } from './participant-history.ts';
import { referencedDocuments } from './participant-references.ts';
import type { ResultDocuments } from './result-documents.ts';

export interface ChatQuestion {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
}

export interface ChatOutput {
  readonly stream: vscode.ChatResponseStream;
  readonly signal: AbortSignal;
}

/** Throws a `ConverserError` if the turn cannot start. */
export type AnswerInChat = (question: ChatQuestion, output: ChatOutput) => Promise<vscode.ChatResult>;

export interface ChatPorts {
  readonly runTurn: RunTurn;
  readonly conversations: ChatConversations;
  readonly models: AvailableModels;
  readonly references: Pick<MessageReferences, 'expand'>;
  readonly questions: PermissionQuestions;
  readonly results: Pick<ResultDocuments, 'add'>;
  readonly leftOut: Pick<LeftOutDocuments, 'add'>;
  readonly changes: Pick<TurnChanges, 'of' | 'refresh'>;
  readonly labelOf: LabelOfAttached;
  readonly modes: { readonly all: readonly Mode[] };
}

export function createAnswerInChat(ports: ChatPorts): AnswerInChat {
  const { runTurn, conversations, models, references, questions, changes, labelOf, modes } = ports;
  const { results, leftOut } = ports;
  return async ({ request, context }, { stream, signal }) => {
    const conversation = conversations.continue(context.history);
    const mode = modeOf(request, modes.all);
    const chosen = await modelOf(request, models, signal);
    const model = await modelInMode(mode, chosen, { models: models.all, signal });
    const prompt = await promptOf(request, { references, labelOf, stream, signal });
    const lent = lendToken(conversation, request.toolInvocationToken);
    try {
      const approver = askInChat(questions, stream);
      const events = runTurn(conversation, prompt, {
        model,
        mode,
        signal,
        approver,
        steering: steeredBy(context),
      });
      const end = await renderInChat(events, { stream, results, leftOut });
      if (end.outcome === 'stopped') conversations.noteStopped(metadataOf(end, conversation.id));
      offerKey(end, { model, models, stream });
      await offerUndo(end, { conversationId: conversation.id, changes, stream });
      return resultOf(end, conversation.id, request);
    } finally {
      lent.dispose();
    }
  };
}

/**
 * The types of VS Code 1.106 don't have that yet, and earlier versions wait for the answer.
 * https://github.com/microsoft/vscode/pull/293026
 */
function steeredBy(context: vscode.ChatContext & { readonly yieldRequested?: unknown }): Steering {
  return {
    take: () => [],
    get endsTurn() {
      return context.yieldRequested === true;
    },
  };
}

/** Commands that are not about tools are the names of modes that come with Converser. */
function modeOf({ command }: vscode.ChatRequest, modes: readonly Mode[]): Mode | undefined {
  return command === undefined || command === 'invoke' ? undefined : modeNamed(command, modes);
}

/** Converser's own models are used directly, not through VS Code. */
async function modelOf(
  { command, model }: vscode.ChatRequest,
  { own, withPdfText }: AvailableModels,
  signal: AbortSignal,
): Promise<Model> {
  if (command === 'invoke') return rehearsalModel(own, signal);
  const known = model.vendor === chatModelVendor ? await own.find(model.id, signal) : undefined;
  return known ?? withPdfText(createLmModel(model));
}

async function promptOf(
  request: vscode.ChatRequest,
  { references, labelOf, stream, signal }: Pick<ChatPorts, 'references' | 'labelOf'> & ChatOutput,
): Promise<Prompt> {
  const attached = await referencedDocuments(request.references, {
    complain: message => stream.markdown(message),
    labelOf,
    signal,
  });
  if (request.command === 'invoke') return { content: [text(`/invoke ${request.prompt}`)], ...attached };
  const prompt = await orAborted(references.expand(request.prompt, signal), signal);
  if (prompt === aborted) throw errors.cancelled();
  const { content, documents = [], labels: named = [] } = prompt;
  return {
    content,
    documents: [...attached.documents, ...documents],
    labels: new Map([...attached.labels, ...named]),
  };
}

function offerKey(
  { error }: TurnEnd,
  {
    model,
    models,
    stream,
  }: { readonly model: Model } & Pick<ChatPorts, 'models'> & Pick<ChatOutput, 'stream'>,
): void {
  const isOwn = models.providers().some(({ id }) => id === model.provider);
  if (error?.code === 'model-unauthorized' && isOwn)
    stream.button({ command: commands.setApiKey, arguments: [model.provider], title: 'Set API Key…' });
}

async function offerUndo(
  { canisters }: TurnEnd,
  {
    conversationId,
    changes,
    stream,
  }: { readonly conversationId: string } & Pick<ChatPorts, 'changes'> & Pick<ChatOutput, 'stream'>,
): Promise<void> {
  const [first] = canisters;
  if (first === undefined || !canisters.some(isInvocation)) return;
  await changes.refresh();
  if (!Object.hasOwn(changes.of(conversationId), first.id)) return;
  stream.button({ command: commands.showTurnChanges, arguments: [first.id], title: 'Show Changes' });
  stream.button({ command: commands.undoTurn, arguments: [first.id], title: 'Undo or Redo Turn' });
}

function resultOf(end: TurnEnd, conversationId: string, request: vscode.ChatRequest): vscode.ChatResult {
  const kept = metadataOf(end, conversationId);
  const isFailed = end.error !== undefined && end.outcome !== 'stopped';
  return {
    metadata: { ...chatMetadata(kept), ...(isFailed ? retryMetadata(request) : {}) },
    ...(isFailed ? { errorDetails: { message: end.error.message } } : {}),
  };
}

function metadataOf({ canisters, spending }: TurnEnd, conversationId: string): ChatMetadata {
  return defined({ conversationId, canisters, spending });
}
