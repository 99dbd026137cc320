import * as vscode from 'vscode';
import { ConverserError, type ErrorData, errors } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import { countRequest } from '../../converser/words/spending/count-request.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { normalizeMessages } from './chat-model-messages.ts';
import { opaquePart } from './opaque-part.ts';

type UseHost = Pick<Host, 'clock' | 'ids'>;

interface AskedInChat {
  readonly model: Model | undefined;
  readonly id: string;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>;
}

/** Rejects with errors that VS Code understands. */
export async function replyInChat(
  { model, id, messages, options, progress }: AskedInChat,
  host: UseHost,
  signal: AbortSignal,
): Promise<void> {
  if (model === undefined) throw vscode.LanguageModelError.NotFound(errors.modelNotFound(id).message);
  const report = reportTo(progress, { label: model.label, nextCallId: () => host.ids.next('call') });
  for await (const event of model.reply(modelRequest(messages, options, host), signal)) report(event);
}

export async function countInChat(
  { model, value }: { readonly model: Model | undefined; readonly value: string | Said },
  host: UseHost,
  signal: AbortSignal,
): Promise<number> {
  const said: Said =
    typeof value === 'string'
      ? { role: userRole, content: [new vscode.LanguageModelTextPart(value)], name: undefined }
      : value;
  const request: ModelRequest = { canisters: normalizeMessages([said], host), tools: [] };
  // VS Code counts every piece of a prompt, too often to ask a provider each time.
  if (model?.countedBy === 'tokenizer') return (await countRequest(model, request, signal)).tokens;
  return estimateRequest(request, model?.provider ?? '');
}

type Said = vscode.LanguageModelChatRequestMessage;

const userRole = vscode.LanguageModelChatMessageRole.User;

function modelRequest(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  { tools = [], toolMode, modelOptions }: vscode.ProvideLanguageModelChatResponseOptions,
  host: UseHost,
): ModelRequest {
  return defined({
    canisters: validHistory(normalizeMessages(messages, host)),
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: (inputSchema as JsonObject | undefined) ?? { type: 'object', properties: {} },
    })),
    toolChoice: toolMode === vscode.LanguageModelChatToolMode.Required ? 'required' : 'auto',
    options: modelOptions,
  });
}

/** Parts cannot be taken back, so a restart after the first one is an error. */
function reportTo(
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  { label, nextCallId }: { readonly label: string; readonly nextCallId: () => string },
): (event: ModelEvent) => void {
  let hasReported = false;
  const report = (part: vscode.LanguageModelResponsePart) => {
    hasReported = true;
    progress.report(part);
  };
  return event => {
    switch (event.type) {
      case 'text-delta':
        return report(new vscode.LanguageModelTextPart(event.text));
      case 'invocation':
        // The user cannot be asked here whether the model meant this call.
        if (event.proposed) return;
        // Arguments that are not JSON pass unchanged, so that the client sees what the model wrote.
        return report(
          new vscode.LanguageModelToolCallPart(nextCallId(), event.name, (event.arguments ?? {}) as object),
        );
      case 'restart':
        if (!hasReported) return;
        if (event.error !== undefined) throw chatModelError(event.error);
        throw errors.modelUnreachable(label, 'its reply was interrupted.');
      case 'failure':
        throw chatModelError(event.error);
      case 'opaque':
        return report(opaquePart(event.content));
      // The LM API has no stable place for these.
      case 'reasoning-delta':
      case 'invocation-delta':
      case 'notice':
      case 'usage':
      case 'finish':
        return;
    }
  };
}

/** Clients of the LM API recognize this class of error. They read only the message of others. */
function chatModelError(error: ErrorData): Error {
  switch (error.code) {
    case 'model-unauthorized':
      return vscode.LanguageModelError.NoPermissions(error.message);
    case 'model-quota':
      return vscode.LanguageModelError.Blocked(error.message);
    case 'model-not-found':
      return vscode.LanguageModelError.NotFound(error.message);
    case 'cancelled':
      return new vscode.CancellationError();
    default:
      return new ConverserError(error);
  }
}
