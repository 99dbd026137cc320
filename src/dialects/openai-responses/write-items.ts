import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseOutputItem,
} from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { ModelEvent } from '../../converser/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';
import { type ClientTool, customText } from '../client-request.ts';
import { seal } from '../seal.ts';
import {
  type Ending,
  type OpenItem,
  type OpenReasoning,
  openCall,
  openCustomCall,
  openMessage,
  openReasoning,
  type Place,
} from './open-item.ts';
import type { NativizeReplyOptions, StreamEvent } from './stream-event.ts';

type Said = Exclude<ModelEvent, { type: 'usage' | 'finish' | 'failure' }>;
type Invocation = Extract<ModelEvent, { type: 'invocation' }>;
type Fragment = Extract<ModelEvent, { type: 'invocation-delta' }>;
type Opaque = Extract<ModelEvent, { type: 'opaque' }>;
type Events = Generator<StreamEvent, void>;

/** Writes items one after the other; `done` holds those that are closed. */
export function createItems({ id, nextCallId, clientTools, request = {} }: NativizeReplyOptions) {
  const items = createOpenItems(id);
  const passed = new Set<number>();
  const isSummarized = asksForSummary(request);
  const isSealed = Array.isArray(request.include) && request.include.includes('reasoning.encrypted_content');

  function* think(text: string): Events {
    if (text === '') return;
    if (items.kind !== 'reasoning') {
      yield* items.open('reasoning', openReasoning);
      const part = { type: 'summary_text', text: '' };
      yield { type: 'response.reasoning_summary_part.added', ...items.place(), summary_index: 0, part };
    }
    yield* items.write(text);
  }

  function* keep({ content }: Opaque): Events {
    if (items.kind !== 'reasoning') yield* items.open('reasoning', openReasoning);
    items.seal(seal(content));
    yield* items.close();
  }

  function* fragment({ call, name, text }: Fragment): Events {
    const tool = clientTools?.get(name);
    // The text of such a call is known only when its arguments are.
    if (tool?.isCustom) return;
    if (items.kind !== call) {
      yield* items.open(call, place =>
        openCall(place, functionCall({ name, place, call_id: nextCallId(), tool })),
      );
      passed.add(call);
    }
    yield* items.write(text);
  }

  function* invoke({ call, name, arguments: args }: Invocation): Events {
    if (call !== undefined && passed.has(call)) {
      if (call === items.kind) yield* items.close();
      return;
    }
    const tool = clientTools?.get(name);
    const named = { name, call_id: nextCallId(), tool };
    yield* items.open('call', place =>
      tool?.isCustom
        ? openCustomCall(place, customCall({ ...named, place }))
        : openCall(place, functionCall({ ...named, place })),
    );
    yield* items.write(tool?.isCustom ? customText(args) : writeArguments(args));
    yield* items.close();
  }

  function* write(event: Said): Events {
    switch (event.type) {
      case 'text-delta':
        if (event.text === '') break;
        if (items.kind !== 'message') yield* items.open('message', openMessage);
        yield* items.write(event.text);
        break;
      case 'reasoning-delta':
        if (isSummarized) yield* think(event.text);
        break;
      case 'opaque':
        if (isSealed) yield* keep(event);
        break;
      case 'invocation-delta':
        yield* fragment(event);
        break;
      case 'invocation':
        // This format cannot say that a call is only proposed.
        if (!event.proposed) yield* invoke(event);
        break;
      case 'restart':
      case 'notice':
        break;
    }
  }

  return { write, close: items.close, done: items.done };
}

/** As the vendor has it: without being asked, it shows none. */
function asksForSummary({ reasoning }: JsonObject): boolean {
  const { summary, generate_summary: older } = isJsonObject(reasoning) ? reasoning : {};
  return [summary, older].some(wish => typeof wish === 'string' && wish !== 'none');
}

/** What is open: a message, reasoning, a whole call, or the number of a call that comes in fragments. */
type Kind = 'message' | 'reasoning' | 'call' | number;

/** Items of which one is open at most. */
function createOpenItems(id: string) {
  const done: ResponseOutputItem[] = [];
  let kind: Kind | undefined;
  let current: OpenItem | OpenReasoning | undefined;
  const place = (): Place => ({ output_index: done.length, item_id: `${id}-item-${done.length}` });

  /** `incomplete`: what is open was cut off. */
  function* close(status: Ending = 'completed'): Events {
    if (current === undefined) return;
    const { last, item } = current.end(status);
    yield* last;
    yield { type: 'response.output_item.done', output_index: done.length, item };
    done.push(item);
    [current, kind] = [undefined, undefined];
  }

  return {
    done,
    place,
    close,
    get kind() {
      return kind;
    },
    *open(next: Kind, make: (place: Place) => OpenItem): Events {
      yield* close();
      kind = next;
      current = make(place());
      yield* current.first;
    },
    *write(piece: string): Events {
      if (current !== undefined) yield current.write(piece);
    },
    seal(encrypted: string): void {
      if (current !== undefined && 'seal' in current) current.seal(encrypted);
    },
  };
}

interface Named {
  readonly name: string;
  readonly place: Place;
  readonly call_id: string;
  readonly tool: ClientTool | undefined;
}

function functionCall(named: Named): ResponseFunctionToolCall {
  return { ...identity(named), type: 'function_call', arguments: '', status: 'completed' };
}

function customCall(named: Named): ResponseCustomToolCall {
  return { ...identity(named), type: 'custom_tool_call', input: '' };
}

function identity({ name, place, call_id, tool }: Named) {
  const { namespace } = tool ?? {};
  return {
    id: place.item_id,
    call_id,
    name: (tool?.name ?? name).toWellFormed(),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
