import type * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/async/abort.ts';
import { text } from '../../converser/canister/content.ts';
import { createConversation } from '../../converser/conversation/conversation.ts';
import type { TurnEnd } from '../../converser/conversation/converse-event.ts';
import { errorData, errors, reasonOf } from '../../converser/errors.ts';
import type { Model } from '../../converser/models/provider.ts';
import { converse } from '../../converser/turn/converse.ts';
import { supervisorText } from '../../converser/turn/supervisor-text.ts';
import { createLmModel } from '../language-models/lm-provider.ts';
import { lendToken } from '../language-models/tool-token.ts';
import { rehearsalModel } from '../models/chosen-model.ts';
import type { Parts } from '../surface-ports.ts';
import { withSignal } from '../window/abort-signal.ts';
import { chatModelVendor, commands } from '../window/contributions.ts';
import { askInChat } from './chat-approver.ts';
import { renderInChat } from './chat-renderer.ts';
import { retryMetadata } from './participant-followups.ts';
import { type ChatMetadata, chatMetadata, earlierTurns } from './participant-history.ts';
import { listEnsembles, listModels, listTools } from './participant-listings.ts';
import { referencedDocuments } from './participant-references.ts';

/** Answers `@converser` in the chat view. */
export async function answerInChat(
  parts: Parts,
  { request, context }: { readonly request: vscode.ChatRequest; readonly context: vscode.ChatContext },
  { stream, token }: { readonly stream: vscode.ChatResponseStream; readonly token: vscode.CancellationToken },
): Promise<vscode.ChatResult> {
  try {
    return await withSignal(token, signal => {
      switch (request.command) {
        case 'tools':
          return listTools(parts, stream, signal);
        case 'ensembles':
          return listEnsembles(parts, stream, signal);
        case 'models':
          return listModels(parts, stream, signal);
        default:
          return answer(parts, { request, context }, { stream, signal });
      }
    });
  } catch (cause) {
    const { code, message } = errorData(cause);
    if (code === 'internal') parts.host.log.error(`@converser failed: ${reasonOf(cause)}`);
    return code === 'cancelled' ? {} : { errorDetails: { message }, metadata: retryMetadata(request) };
  }
}

async function answer(
  parts: Parts,
  { request, context }: { readonly request: vscode.ChatRequest; readonly context: vscode.ChatContext },
  { stream, signal }: { readonly stream: vscode.ChatResponseStream; readonly signal: AbortSignal },
): Promise<vscode.ChatResult> {
  const earlier = earlierTurns(context.history, () => parts.host.ids.next('chat'));
  const conversation = createConversation(
    earlier.conversationId,
    earlier.canisters,
    parts.namespaces.of(earlier.conversationId),
  );
  conversation.spend(earlier.spending);
  const isInvoke = request.command === 'invoke';
  const model = isInvoke
    ? await rehearsalModel(parts.ownModels, signal)
    : await modelOf(request, parts, signal);
  const documents = await referencedDocuments(request.references, {
    complain: message => stream.markdown(message),
    signal,
  });
  const prompt = isInvoke
    ? { content: [text(`/invoke ${request.prompt}`)] }
    : await orAborted(parts.references.expand(request.prompt, signal), signal);
  if (prompt === aborted) throw errors.cancelled();
  const lent = lendToken(conversation, request.toolInvocationToken);
  const asking = parts.approvers.set(conversation.id, askInChat(parts.questions, stream));
  try {
    const events = converse(
      conversation,
      { content: prompt.content, documents: [...documents, ...(prompt.documents ?? [])] },
      {
        ...parts,
        limits: parts.limits(),
        model,
        signal,
        supervisor: supervisorText({ roots: parts.rootNames() }),
      },
    );
    const end = await renderInChat(events, { stream, results: parts.results });
    if (end.error?.code === 'model-unauthorized' && parts.providers().some(({ id }) => id === model.provider))
      stream.button({ command: commands.setApiKey, arguments: [model.provider], title: 'Set API Key…' });
    const { canisters, spending } = end;
    const kept = { conversationId: conversation.id, canisters, ...(spending && { spending }) };
    return result(end, kept, request);
  } finally {
    asking.dispose();
    lent.dispose();
  }
}

/** The model of the picker; one of ours is used directly rather than by way of VS Code. */
async function modelOf({ model }: vscode.ChatRequest, parts: Parts, signal: AbortSignal): Promise<Model> {
  const own = model.vendor === chatModelVendor ? await parts.ownModels.find(model.id, signal) : undefined;
  return own ?? createLmModel(model);
}

function result(end: TurnEnd, metadata: ChatMetadata, request: vscode.ChatRequest): vscode.ChatResult {
  const isFailed = end.error !== undefined && end.outcome !== 'stopped';
  return {
    metadata: { ...chatMetadata(metadata), ...(isFailed ? retryMetadata(request) : {}) },
    ...(isFailed ? { errorDetails: { message: end.error.message } } : {}),
  };
}
