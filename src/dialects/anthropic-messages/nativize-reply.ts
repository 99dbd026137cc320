import type Anthropic from '@anthropic-ai/sdk';
import type { InGroups } from '../../converser/ground/async/flow.ts';
import { type Rewriter, rewritten } from '../../converser/ground/async/rewritten.ts';
import type { ErrorCode, ErrorData } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import type { ReplyNames } from '../client-request.ts';
import { pairJoiner } from '../well-formed.ts';
import { anthropic, fromOpaque, sealed, unsignedThought } from './residue.ts';
import { stopReason } from './stop-reason.ts';
import { nativizeUsage } from './usage.ts';

export type StreamEvent =
  | Anthropic.RawMessageStreamEvent
  | {
      readonly type: 'error';
      readonly error: { readonly type: Anthropic.ErrorType; readonly message: string };
    };

export interface NativizeReplyOptions extends Omit<ReplyNames, 'created'> {
  /** The tokens of the request, for as long as the model hasn’t told them. */
  readonly estimate?: number;
}

export function nativizeReply(
  events: AsyncIterable<ModelEvent>,
  options: NativizeReplyOptions,
): InGroups<StreamEvent> {
  return rewritten(events, createReplyWriter(options));
}

function createReplyWriter(options: NativizeReplyOptions): Rewriter<ModelEvent, StreamEvent> {
  const { id, model, estimate = 0 } = options;
  const blocks = createBlockWriter(options);
  let usage: Usage = { input: estimate };
  let isOver = false;
  function write(event: ModelEvent): Iterable<StreamEvent> {
    switch (event.type) {
      case 'text-delta':
        return blocks.say('text', event.text);
      case 'reasoning-delta':
        return blocks.say('thinking', event.text);
      case 'usage':
        usage = { ...usage, ...event.usage };
        return [];
      case 'finish':
        isOver = true;
        return [...blocks.close(), messageDelta(event, usage), { type: 'message_stop' }];
      case 'failure':
        isOver = true;
        return [...blocks.close(), { type: 'error', error: nativizeError(event.error) }];
      default:
        return blocks.write(event);
    }
  }
  return {
    begin: () => [{ type: 'message_start', message: emptyMessage(id, model, usage) }],
    write,
    end: () => [
      ...blocks.close(),
      { type: 'error', error: { type: 'api_error', message: 'The reply broke off.' } },
    ],
    isOver: () => isOver,
  };
}

type Said = Exclude<ModelEvent, { type: 'text-delta' | 'reasoning-delta' | 'usage' | 'finish' | 'failure' }>;
type Running = 'text' | 'thinking' | 'call';

type Spoken = Exclude<Running, 'call'>;
type Fragment = Extract<ModelEvent, { type: 'invocation-delta' }>;

function createBlockWriter({ nextCallId, clientTools }: NativizeReplyOptions) {
  const beginning = (name: string) => callBlock(nextCallId(), clientTools?.get(name)?.name ?? name);
  const blocks = createBlocks();
  let writing: number | undefined;
  const passed = new Set<number>();

  function* fragment({ call, name, text }: Fragment): Generator<StreamEvent, void> {
    if (blocks.running() !== 'call' || writing !== call) yield* blocks.open(beginning(name), 'call');
    writing = call;
    passed.add(call);
    yield blocks.delta({ type: 'input_json_delta', partial_json: text });
  }

  function* thought({ thinking, signature }: Anthropic.ThinkingBlockParam): Generator<StreamEvent, void> {
    const signed = { type: 'signature_delta', signature } as const;
    if (blocks.running() === 'thinking') yield blocks.delta(signed);
    else {
      const said = { type: 'thinking_delta', thinking } as const;
      yield* blocks.whole(emptyBlock('thinking'), thinking === '' ? [signed] : [said, signed]);
    }
    yield* blocks.close();
  }

  function* write(event: Said): Generator<StreamEvent, void> {
    switch (event.type) {
      case 'invocation':
        // This format cannot say that a call is only proposed.
        if (event.proposed) break;
        if (event.call !== undefined && passed.has(event.call)) {
          if (event.call === writing) yield* blocks.close();
          break;
        }
        yield* blocks.whole(beginning(event.name), [inputDelta(event.arguments)]);
        break;
      case 'invocation-delta':
        yield* fragment(event);
        break;
      case 'opaque': {
        const block = fromOpaque(event.content, { provider: anthropic })?.block ?? sealed(event.content);
        const isSaid = blocks.running() === 'thinking' && unsignedThought(event.content) !== undefined;
        if (isSaid) yield* blocks.close();
        else if (block.type === 'thinking') yield* thought(block);
        else yield* blocks.whole(block as Block);
        break;
      }
      case 'notice':
        break;
    }
  }

  return { write, say: blocks.say, close: blocks.close };
}

function createBlocks() {
  let index = -1;
  let running: Running | undefined;
  const pairs = pairJoiner();

  function* close(): Generator<StreamEvent, void> {
    if (running === undefined) return;
    const rest = pairs.rest();
    if (rest !== '' && running !== 'call') yield piece(index, running, rest);
    running = undefined;
    yield { type: 'content_block_stop', index };
  }

  function* open(block: Block, kind: Running): Generator<StreamEvent, void> {
    yield* close();
    running = kind;
    index++;
    yield { type: 'content_block_start', index, content_block: block };
  }

  function say(kind: Spoken, text: string): readonly StreamEvent[] {
    if (text === '') return [];
    const opening = running === kind ? [] : [...open(emptyBlock(kind), kind)];
    const whole = pairs.push(text);
    return whole === '' ? opening : [...opening, piece(index, kind, whole)];
  }

  function* whole(
    block: Block,
    deltas: readonly Anthropic.RawContentBlockDelta[] = [],
  ): Generator<StreamEvent, void> {
    yield* close();
    index++;
    yield { type: 'content_block_start', index, content_block: block } as const;
    for (const delta of deltas) yield { type: 'content_block_delta', index, delta } as const;
    yield { type: 'content_block_stop', index } as const;
  }

  return {
    close,
    open,
    say,
    whole,
    delta: (delta: Anthropic.RawContentBlockDelta): StreamEvent => ({
      type: 'content_block_delta',
      index,
      delta,
    }),
    running: () => running,
  };
}

type Block = Anthropic.RawContentBlockStartEvent['content_block'];

function piece(index: number, kind: Spoken, text: string): StreamEvent {
  const delta =
    kind === 'text'
      ? ({ type: 'text_delta', text } as const)
      : ({ type: 'thinking_delta', thinking: text } as const);
  return { type: 'content_block_delta', index, delta };
}

function emptyBlock(kind: Spoken): Block {
  return kind === 'text'
    ? { type: 'text', text: '', citations: null }
    : { type: 'thinking', thinking: '', signature: '' };
}

function callBlock(id: string, name: string): Block {
  return { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } };
}

function inputDelta(args: unknown): Anthropic.InputJSONDelta {
  const written = isJsonObject(args) ? JSON.stringify(args) : typeof args === 'string' ? args : '{}';
  return { type: 'input_json_delta', partial_json: written };
}

function emptyMessage(id: string, model: string, usage: Usage): Anthropic.Message {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: null,
    stop_sequence: null,
    usage: nativizeUsage(usage),
  };
}

function messageDelta(
  { reason, stopWord }: Extract<ModelEvent, { type: 'finish' }>,
  usage: Usage,
): Anthropic.RawMessageDeltaEvent {
  const isAtWord = reason === 'stop' && stopWord !== undefined;
  return {
    type: 'message_delta',
    delta: {
      stop_reason: isAtWord ? 'stop_sequence' : stopReason(reason),
      stop_sequence: isAtWord ? stopWord : null,
      stop_details: null,
      container: null,
    },
    usage: nativizeUsage(usage),
  };
}

function nativizeError({ code, message, retryable }: ErrorData) {
  // A quota error that cannot be retried ends only when you pay.
  const isUnpaid = code === 'model-quota' && !retryable;
  return { type: isUnpaid ? 'billing_error' : (errorTypes[code] ?? 'api_error'), message } as const;
}

const errorTypes: Readonly<Partial<Record<ErrorCode, Anthropic.ErrorType>>> = {
  'model-unauthorized': 'authentication_error',
  'key-revoked': 'authentication_error',
  'model-consent': 'permission_error',
  'model-not-found': 'not_found_error',
  'no-model': 'not_found_error',
  'model-quota': 'rate_limit_error',
  'model-overloaded': 'overloaded_error',
  'model-suspended': 'overloaded_error',
  'model-silent': 'timeout_error',
  'bad-arguments': 'invalid_request_error',
  'context-overflow': 'invalid_request_error',
};
