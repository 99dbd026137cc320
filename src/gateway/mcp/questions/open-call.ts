import {
  type CallToolResult,
  type ElicitResult,
  type GetPromptResult,
  type InputRequest,
  inputRequired,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { CallWatch } from '../call-watch.ts';
import { mostQuestions } from './can-ask.ts';

export type CallResult = CallToolResult | GetPromptResult | ReadResourceResult;

export interface OpenCall<T extends CallResult = CallResult> {
  next(watch: CallWatch): Promise<T | InputRequests>;
  /** Answers what `next` gave out. A question without an answer is cancelled. */
  answer(responses: Readonly<Record<string, unknown>>): void;
  stop(): void;
}

export type InputRequests = ReadonlyMap<string, InputRequest>;

interface Question {
  readonly request: InputRequest;
  readonly answer: (result: ElicitResult) => void;
}

export function createOpenCall<T extends CallResult>(
  run: (watch: CallWatch) => Promise<T>,
  canBeAsked: (question: Parameters<AskCaller>[0]) => boolean,
): OpenCall<T> {
  const stopped = new AbortController();
  const questions = new Map<string, Question>();
  let shown: readonly string[] = [];
  let count = 0;
  let news = Promise.withResolvers<undefined>();
  let report: CallWatch['progress'] = () => {};

  const askCaller: AskCaller = async (question, signal) => {
    if (!canBeAsked(question)) return undefined;
    if (questions.size >= mostQuestions) return { action: 'cancel' };
    const name = `question-${++count}`;
    const { promise, resolve } = Promise.withResolvers<ElicitResult>();
    questions.set(name, { request: requestFor(question), answer: resolve });
    news.resolve(undefined);
    const result = await orAborted(promise, AbortSignal.any([signal, stopped.signal]));
    questions.delete(name);
    return result === aborted ? { action: 'cancel' } : result;
  };
  const progress: CallWatch['progress'] = (message, fraction) => report(message, fraction);
  const result = run({ signal: stopped.signal, progress, askCaller });
  // Between two requests, nothing waits for it.
  result.catch(() => {});

  async function next(watch: CallWatch): Promise<T | InputRequests> {
    report = watch.progress;
    const first = await orAborted(Promise.race([result, news.promise]), watch.signal);
    if (first === aborted) stopped.abort();
    if (first === aborted) return result;
    if (first !== undefined) return first;
    news = Promise.withResolvers();
    // It was withdrawn before it could be shown.
    if (questions.size === 0) return next(watch);
    report = () => {};
    shown = [...questions.keys()];
    return new Map([...questions].map(([name, { request }]) => [name, request]));
  }

  return {
    next,
    answer(responses) {
      for (const name of shown) questions.get(name)?.answer(readResponse(responses[name]));
    },
    stop: () => stopped.abort(),
  };
}

function requestFor(question: Parameters<AskCaller>[0]): InputRequest {
  const { message } = question;
  return question.mode === 'url'
    ? inputRequired.elicitUrl({ message, url: question.url })
    : inputRequired.elicit({ message, requestedSchema: question.requestedSchema });
}

/** The client may have sent anything. The asking code checks what an accepted form holds. */
function readResponse(response: unknown): ElicitResult {
  if (!isJsonObject(response)) return { action: 'cancel' };
  const { action, content } = response;
  if (action === 'decline') return { action };
  if (action !== 'accept') return { action: 'cancel' };
  return isJsonObject(content) ? { action, content: content as ElicitResult['content'] } : { action };
}
