import * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { ownError } from '../../converser/ground/causes.ts';
import { overflowIn } from '../../converser/ground/context-overflow.ts';
import { type ErrorData, errorData, errors, reasonOf } from '../../converser/ground/errors.ts';
import { contextOverflow } from '../../converser/ground/overflow-error.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  Provider,
  ToolDefinition,
} from '../../converser/words/models/provider.ts';
import { createReplyBudget } from '../../converser/words/models/reply-limits.ts';
import type { Message, RequestLog } from '../../converser/words/models/request-log.ts';
import { createUnheededTeller } from '../../converser/words/models/tell-unheeded.ts';
import { optionsFor } from '../../dialects/options/options-for.ts';
import { fitSchema } from '../../dialects/tool-schemas/fit-schema.ts';
import { chatModelVendor } from '../activation-ids.ts';
import { fitTools, leftOutText } from './fit-tools.ts';
import { nativizeMessages } from './lm-messages.ts';

/** Leaves out our own models, which need no detour. */
export function createLmProvider(requests?: RequestLog): Provider {
  const tell = createUnheededTeller();
  return {
    id: 'vscode',
    label: 'VS Code',
    async models(signal) {
      // VS Code waits for every extension that has models, for as long as that takes.
      const models = await orAborted(Promise.resolve(vscode.lm.selectChatModels()), signal);
      if (models === aborted) throw errors.cancelled();
      return models
        .filter(({ vendor }) => vendor !== chatModelVendor)
        .map(chat => createLmModel(chat, tell, requests));
    },
    onDidChange: listener => vscode.lm.onDidChangeChatModels(() => listener()),
  };
}

/** Some providers behind the LM API throw when there are more. */
const mostTools = 128;

export function createLmModel(
  chat: vscode.LanguageModelChat,
  tell = createUnheededTeller(),
  requests?: RequestLog,
): Model {
  return {
    provider: 'vscode',
    id: `${chat.vendor}/${chat.id}`,
    label: chat.name,
    capabilities: { tools: 'native', images: true, contextTokens: chat.maxInputTokens, mostTools },
    dialect: 'vscode-lm',
    async *reply(request, signal) {
      const names = optionsFor(request, { dialect: 'vscode-lm', model: chat.id }).unheeded;
      const message = tell(request, { label: chat.name, names });
      if (message !== undefined) yield { type: 'notice', message };
      yield* reply(chat, request, { signal, requests });
    },
  };
}

async function* reply(
  chat: vscode.LanguageModelChat,
  request: ModelRequest,
  { signal, requests }: { readonly signal: AbortSignal; readonly requests: RequestLog | undefined },
): AsyncGenerator<ModelEvent, void> {
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const heard = message('The parts that came back');
  let end = () => {};
  try {
    const { kept, leftOut } = fitTools(request.tools, { most: mostTools, canisters: request.canisters });
    if (leftOut.length > 0) yield tooManyTools(leftOut);
    const given = [messages(chat, request), requestOptions(chat, { ...request, tools: kept })] as const;
    const first = `The messages and options given to ${chat.vendor}/${chat.id}`;
    end = requests?.({ origin: request.origin, request: message(first, given), reply: heard }) ?? end;
    const response = await chat.sendRequest(...given, source.token);
    const budget = createReplyBudget(chat.name);
    let invoked = false;
    for await (const part of response.stream) {
      if (requests !== undefined) heard.pieces.push(...message('', part).pieces);
      if (part instanceof vscode.LanguageModelTextPart) {
        budget.take('text', part.value.length);
        yield { type: 'text-delta', text: part.value };
      }
      if (part instanceof vscode.LanguageModelToolCallPart) {
        invoked = true;
        budget.take('calls', 1);
        budget.take('arguments', JSON.stringify(part.input ?? {}).length);
        yield { type: 'invocation', name: part.name, arguments: part.input };
      }
    }
    if (signal.aborted) yield { type: 'failure', error: errorData(errors.cancelled()) };
    else yield { type: 'finish', reason: invoked ? 'invocations' : 'stop' };
  } catch (cause) {
    heard.first += ` (${reasonOf(cause)})`;
    yield { type: 'failure', error: explain(chat, cause, signal) };
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
    source.dispose();
    end();
  }
}

/** VS Code shows no wire, so what its API is given, and gives back, stands for the bytes. */
function message(first: string, ...given: readonly unknown[]): Message {
  const pieces = given.map(each => new TextEncoder().encode(`${JSON.stringify(each, named)}\n`));
  return { first, headers: [], pieces };
}

/** Old versions of VS Code would write each byte as a number. */
function named(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function messages(chat: vscode.LanguageModelChat, { canisters, tools }: ModelRequest) {
  return nativizeMessages(canisters, {
    withTools: tools.length > 0,
    // Copilot's models answer with nothing when the prompt ends on a result.
    ...(chat.vendor === 'copilot' ? { nudge: 'Go on with these results.' } : {}),
  });
}

function requestOptions(
  chat: vscode.LanguageModelChat,
  request: ModelRequest,
): vscode.LanguageModelChatRequestOptions {
  const { tools, toolChoice } = request;
  const { options } = optionsFor(request, { dialect: 'vscode-lm', model: chat.id });
  const offered = tools.map(chatTool);
  // `Required` with more than one tool throws in some providers, and there is no "none": tools are left out.
  const mode = toolChoice === 'required' && offered.length === 1 ? 'Required' : 'Auto';
  return {
    justification: 'Converser uses this model to answer in your conversation.',
    ...(Object.keys(options).length === 0 ? {} : { modelOptions: { ...options } }),
    ...(offered.length === 0 ? {} : { tools: offered, toolMode: vscode.LanguageModelChatToolMode[mode] }),
  };
}

function chatTool({ name, description, inputSchema }: ToolDefinition): vscode.LanguageModelChatTool {
  return { name, description, inputSchema: fitSchema(inputSchema) };
}

function tooManyTools(leftOut: readonly ToolDefinition[]): ModelEvent {
  return {
    type: 'notice',
    message: `VS Code’s models accept only ${mostTools} tools, so this one doesn’t see ${leftOutText(leftOut)}. Disable ensembles that you don’t need.`,
    leftOut: leftOut.map(({ name }) => name),
  };
}

function explain(chat: vscode.LanguageModelChat, cause: unknown, signal: AbortSignal): ErrorData {
  if (signal.aborted || cause instanceof vscode.CancellationError) return errorData(errors.cancelled());
  const own = ownError(cause);
  if (own !== undefined) return errorData(own);
  const code = cause instanceof vscode.LanguageModelError ? cause.code : '';
  if (code === vscode.LanguageModelError.NoPermissions().code)
    return errorData(errors.modelConsent(chat.name));
  if (code === vscode.LanguageModelError.Blocked().code)
    return errorData(errors.modelQuota(chat.name, reasonOf(cause)));
  if (code === vscode.LanguageModelError.NotFound().code) return errorData(errors.modelNotFound(chat.name));
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const reason = reasonOf(inner);
  const overflow = overflowIn({ status: undefined, code: '', reason });
  if (overflow !== undefined) return errorData(contextOverflow(chat.name, { ...overflow, reason }));
  return errorData(errors.modelFailed(chat.name, reason, cause));
}
