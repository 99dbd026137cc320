import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/converser/ground/json/json.ts';
import { type Loopback, onLoopback } from './loopback.ts';
import { ollamaComplaint } from './ollama-complaints.ts';
import { type OllamaModel, ollamaRoute } from './ollama-server.ts';

/** A request of `/api/chat` as it arrived, and what the model gets to see of it. */
export interface OllamaChat {
  readonly body: JsonObject;
  /** The messages that are left, once the oldest were cut so that the rest fits. */
  readonly seen: readonly JsonObject[];
  /** Tokens of what is left. */
  readonly tokens: number;
  readonly window: number;
  /** Resolves when the other side has closed the connection before the answer was complete. */
  readonly closed: Promise<void>;
}

export type OllamaAnswer = (response: ServerResponse, chat: OllamaChat) => Promise<void> | void;

export interface OllamaChatServer extends Loopback {
  readonly chats: readonly OllamaChat[];
}

interface ServerOptions {
  /** A version from before October 2025, which knows neither `truncate` nor the level `max`. */
  readonly isOld?: boolean;
  /** Tokens of the window where a request sets none: https://docs.ollama.com/context-length */
  readonly ordinary?: number;
}

/**
 * Ollama with its own API: it refuses what Ollama refuses, gives a request the window that it asks for, and cuts the oldest
 * messages of a longer one without a word, unless it is told not to. One token is four characters.
 */
export async function startOllamaChatServer(
  models: Readonly<Record<string, OllamaModel>>,
  answer: OllamaAnswer,
  { isOld = false, ordinary = 4_096 }: ServerOptions = {},
): Promise<OllamaChatServer> {
  const chats: OllamaChat[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const written = await text(request);
    const body: JsonObject = written === '' ? {} : JSON.parse(written);
    const json = (status: number, told: JsonValue | object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told));
    if (path !== '/api/chat') {
      const known = ollamaRoute({ method, path, headers, body }, models);
      return json(known?.status ?? (known === undefined ? 404 : 200), known?.body ?? { error: 'not found' });
    }
    const complaint = ollamaComplaint(body, models);
    if (complaint !== undefined) return json(complaint.status, { error: complaint.error });
    if (isOld && body.think === 'max')
      return json(400, {
        error: 'invalid think value: "max" (must be "high", "medium", "low", true, or false)',
      });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    response.on('close', () => response.writableFinished || resolve());
    const window = windowOf(body, models[String(body.model)] ?? {}, ordinary);
    const fitted = fitInto(body, { window, mayCut: isOld || body.truncate !== false });
    if (fitted === undefined) return json(400, { error: 'the input length exceeds the context length' });
    const chat = { body, ...fitted, window, closed };
    chats.push(chat);
    await answer(response, chat);
  });
  return { ...(await onLoopback(server)), chats };
}

function windowOf(
  { options }: JsonObject,
  { trained, parameters = '' }: OllamaModel,
  ordinary: number,
): number {
  const asked = isJsonObject(options) ? options.num_ctx : undefined;
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters)?.[1] ?? ordinary);
  return Math.min(typeof asked === 'number' ? asked : set, trained ?? Infinity);
}

interface Fitted {
  readonly seen: readonly JsonObject[];
  readonly tokens: number;
}

/** As `chatPrompt` in `server/prompt.go`: instructions and the last message stay. `undefined`: it must not be cut. */
function fitInto(
  { messages, tools = [] }: JsonObject,
  { window, mayCut }: { readonly window: number; readonly mayCut: boolean },
): Fitted | undefined {
  const all = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  for (let first = 0; first < all.length; first++) {
    const seen = [...all.slice(0, first).filter(({ role }) => role === 'system'), ...all.slice(first)];
    const tokens = Math.ceil(JSON.stringify([tools, seen]).length / 4);
    if (tokens <= window) return { seen, tokens };
    if (!mayCut) return undefined;
    if (first === all.length - 1) return { seen, tokens: window };
  }
  return { seen: [], tokens: 0 };
}

/** One line of a reply: a piece of the message. */
export function piece(message: object, more: object = {}): object {
  return {
    model: 'm',
    created_at: '2026-11-01T00:00:00Z',
    message: { role: 'assistant', content: '', ...message },
    done: false,
    ...more,
  };
}

export function done(reason = 'stop', counts: object = { prompt_eval_count: 11, eval_count: 7 }): object {
  return piece({}, { done: true, done_reason: reason, total_duration: 5, ...counts });
}

export function calling(name: string, args: object): object {
  return piece({ tool_calls: [{ function: { name, arguments: args } }] });
}

export function answerLines(lines: readonly object[]): OllamaAnswer {
  return response => {
    startLines(response);
    for (const line of lines) sendLine(response, line);
    response.end();
  };
}

export function startLines(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
}

export function sendLine(response: ServerResponse, line: object): void {
  response.write(`${JSON.stringify(line)}\n`);
}
