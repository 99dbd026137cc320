import { errorData, errors } from '../../../converser/ground/errors.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  ToolDefinition,
  Usage,
  WrittenInvocation,
} from '../../../converser/words/models/provider.ts';
import { excessOfCalls, replyLimits } from '../../../converser/words/models/reply-limits.ts';
import { addUsage, correctUsage } from '../../../converser/words/spending/spending.ts';
import { usageOfCut } from '../../../converser/words/spending/usage-of-cut.ts';
import type { ContractCall } from '../../../dialects/contract/outcome.ts';
import { createReplyParser, type ReplyParser } from '../../../dialects/contract/parse-reply.ts';
import type { IsQuotation, ReplyEvent } from '../../../dialects/contract/reply-output.ts';
import { inventionNotice } from '../invention-notice.ts';
import { complaintsAboutCalls } from './check-calls.ts';

export interface Attempt {
  readonly written: string;
  readonly said: string;
  readonly held: readonly string[];
  readonly calls: readonly WrittenInvocation[];
  readonly proposals: readonly ContractCall[];
  readonly complaints: readonly string[];
  readonly misfits: readonly string[];
  readonly usage?: Usage;
  readonly end: Extract<ModelEvent, { type: 'finish' | 'failure' }>;
}

export interface AttemptOptions {
  readonly tools: readonly ToolDefinition[];
  readonly isQuotation: IsQuotation;
  /** A restart discards what came before this reply as well, so it is repeated. */
  readonly before?: { readonly said: string; readonly usage: Usage | undefined };
  readonly signal: AbortSignal;
}

export async function* attemptReply(
  model: Model,
  request: ModelRequest,
  { tools, isQuotation, before, signal }: AttemptOptions,
): AsyncGenerator<ModelEvent, Attempt> {
  let parser = createReplyParser({ tools, isQuotation });
  let collected = createCollector(before);
  let end: Attempt['end'] = {
    type: 'failure',
    error: errorData(errors.modelFailed(model.label, 'its reply broke off.')),
  };
  for await (const event of model.reply(request, signal)) {
    if (event.type === 'finish' || event.type === 'failure') {
      end = event;
      break;
    }
    if (event.type === 'text-delta') {
      collected.write(event.text);
      for await (const piece of inSmallPieces(event.text, signal)) {
        yield* collected.take(parser.push(piece));
        if (hasExcess(parser)) break;
      }
      if (hasExcess(parser)) break;
      if (!collected.isCut()) continue;
      yield inventionNotice(model);
      collected.use(usageOfCut(model, { request, ...collected.cost() }) ?? {});
      end = { type: 'finish', reason: 'stop' };
      // This stops the model, so that nothing is paid for what would not be used.
      break;
    } else if (event.type === 'usage') collected.use(event.usage);
    else if (event.type === 'invocation') collected.call(event);
    else if (event.type === 'restart') {
      const usage = collected.used();
      if (usage !== undefined) yield { type: 'usage', usage };
      yield event;
      if (before !== undefined && before.said !== '') yield { type: 'text-delta', text: before.said };
      parser = createReplyParser({ tools, isQuotation });
      collected = createCollector();
    } else {
      if (event.type === 'reasoning-delta') collected.think(event.text);
      yield event;
    }
  }
  if (end.type !== 'failure') yield* collected.take(parser.end());
  const excess = excessOfCalls(model.label, parser.found());
  if (excess !== undefined) end = { type: 'failure', error: excess };
  const isBroken = end.type === 'failure';
  const attempt = collected.attempt(end);
  const found = isBroken ? [] : await complaintsAboutCalls(collected.readCalls(), tools);
  const complaints = found.map(({ tool, complaint }) => `of ${tool}, ${complaint}`);
  return {
    ...attempt,
    complaints: [...attempt.complaints, ...complaints],
    misfits: found.map(({ tool }) => tool),
  };
}

function hasExcess({ found }: ReplyParser): boolean {
  return found() > replyLimits.calls;
}

/** In characters. Reading as many takes less than a tenth of a second, whatever they are. */
const smallPiece = 16_384;

/** Other work goes first between the pieces of a long text, such as the end of the reply. */
async function* inSmallPieces(text: string, signal: AbortSignal): AsyncGenerator<string, void> {
  for (let from = 0; from < text.length; from += smallPiece) {
    if (from > 0) await new Promise(resolve => setTimeout(resolve));
    if (signal.aborted) return;
    yield text.slice(from, from + smallPiece);
  }
}

function createCollector(before?: AttemptOptions['before']) {
  const written: string[] = [];
  const thought: string[] = [];
  const said: string[] = [];
  const found = createFoundCalls();
  let usage: Usage | undefined;
  let isCut = false;
  const used = () => (before === undefined ? usage : addUsage(before.usage, usage));
  return {
    used,
    readCalls: found.readCalls,
    isCut: () => isCut,
    cost: () => ({ written: [...thought, ...written].join(''), usage }),
    write: (text: string) => void written.push(text),
    think: (text: string) => void thought.push(text),
    use: (reported: Usage) => {
      usage = correctUsage(usage ?? {}, reported);
    },
    call: found.add,
    *take(events: readonly ReplyEvent[]): Generator<ModelEvent, void> {
      for (const event of events) {
        if (event.type === 'text') {
          said.push(event.text);
          yield { type: 'text-delta', text: event.text };
        } else if (event.type === 'reasoning') yield { type: 'reasoning-delta', text: event.text };
        else if (event.type === 'invention') isCut = true;
        else found.take(event);
      }
    },
    attempt(end: Attempt['end']): Omit<Attempt, 'misfits'> {
      const total = used();
      return {
        written: (isCut ? [...said, ...found.all.held] : written).join(''),
        said: said.join(''),
        ...found.all,
        ...(total && { usage: total }),
        end,
      };
    },
  };
}

type CallEvent = Exclude<ReplyEvent, { type: 'text' | 'reasoning' | 'invention' }>;

function createFoundCalls() {
  const held: string[] = [];
  const calls: WrittenInvocation[] = [];
  const read: ContractCall[] = [];
  const proposals: ContractCall[] = [];
  const complaints: string[] = [];
  return {
    all: { held, calls, proposals, complaints },
    readCalls: (): readonly ContractCall[] => read,
    add: ({ name, arguments: args }: WrittenInvocation) => void calls.push({ name, arguments: args }),
    take(event: CallEvent): void {
      switch (event.type) {
        case 'call':
          calls.push(event.call);
          read.push(event.call);
          if (event.written !== '') held.push(event.written);
          break;
        case 'proposal':
          proposals.push(event.call);
          break;
        case 'malformed':
          held.push(event.written);
          complaints.push(event.reason);
      }
    },
  };
}
