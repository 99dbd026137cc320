import type { ResponseCustomToolCall, ResponseFunctionToolCall } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';
import { type ClientTool, customText } from '../client-request.ts';
import { seal } from '../seal.ts';
import { createItemSequence, type Events, type ItemSequence } from './item-sequence.ts';
import {
  type OpenReasoning,
  openCall,
  openCustomCall,
  openMessage,
  openReasoning,
  type Place,
} from './open-item.ts';
import { type Phase, paragraphBreak, phaseIn } from './phase.ts';
import type { NativizeReplyOptions } from './stream-event.ts';

type Said = Exclude<ModelEvent, { type: 'usage' | 'finish' | 'failure' }>;
type Opaque = Extract<ModelEvent, { type: 'opaque' }>;

export function createItems(options: NativizeReplyOptions) {
  const { id, request = {} } = options;
  const items = createItemSequence(id);
  const calls = createCalls(items, options);
  const reasoning = createReasoning(items);
  const messages = createMessages(items);
  const isSummarized = asksForSummary(request);
  const isSealed = Array.isArray(request.include) && request.include.includes('reasoning.encrypted_content');

  function* write(event: Said): Events {
    switch (event.type) {
      case 'text-delta':
        if (event.text === '') break;
        if (items.kind() === 'message') yield* items.write(event.text);
        else yield* messages.open(event.text);
        break;
      case 'reasoning-delta':
        if (isSummarized) yield* reasoning.think(event.text);
        break;
      case 'opaque': {
        const mark = phaseIn(event.content);
        if (mark !== undefined) yield* messages.begin(mark.phase);
        else if (isSealed) yield* reasoning.keep(event);
        break;
      }
      case 'invocation-delta':
        yield* calls.fragment(event);
        break;
      case 'invocation':
        // This format cannot say that a call is only proposed.
        if (!event.proposed) yield* calls.invoke(event);
        break;
      case 'restart':
      case 'notice':
        break;
    }
  }

  return { write, close: items.close, done: items.done };
}

function createMessages(items: ItemSequence) {
  let phase: Phase | undefined;
  let isFirst = true;
  // Items need no break between them, and the server would get it back as a part of the message.
  let mayBreak = false;

  function* begin(next: Phase): Events {
    if (items.kind() === 'message') yield* items.close();
    phase = next;
    mayBreak = !isFirst;
  }

  function* open(text: string): Events {
    const isBroken = mayBreak && text.startsWith(paragraphBreak);
    mayBreak = false;
    const words = isBroken ? text.slice(paragraphBreak.length) : text;
    if (words === '') return;
    const own = phase;
    yield* items.open('message', place => openMessage(place, own));
    [phase, isFirst] = [undefined, false];
    yield* items.write(words);
  }

  return { begin, open };
}

function createReasoning(items: ItemSequence) {
  let open: OpenReasoning | undefined;
  const begin = () => items.open('reasoning', place => (open = openReasoning(place)));

  function* think(text: string): Events {
    if (text === '') return;
    if (items.kind() !== 'reasoning') {
      yield* begin();
      if (open !== undefined) yield open.summary;
    }
    yield* items.write(text);
  }

  function* keep({ content }: Opaque): Events {
    if (items.kind() !== 'reasoning') yield* begin();
    open?.seal(seal(content));
    yield* items.close();
  }

  return { think, keep };
}

/** The vendor shows no summary without being asked. */
function asksForSummary({ reasoning }: JsonObject): boolean {
  const { summary, generate_summary: older } = isJsonObject(reasoning) ? reasoning : {};
  return [summary, older].some(wish => typeof wish === 'string' && wish !== 'none');
}

type Invocation = Extract<ModelEvent, { type: 'invocation' }>;
type Fragment = Extract<ModelEvent, { type: 'invocation-delta' }>;

function createCalls(
  items: ItemSequence,
  { nextCallId, clientTools }: Pick<NativizeReplyOptions, 'nextCallId' | 'clientTools'>,
) {
  const passed = new Set<number>();

  function* fragment({ call, name, text }: Fragment): Events {
    const tool = clientTools?.get(name);
    // The text of such a call is known only when its arguments are.
    if (tool?.isCustom) return;
    if (items.kind() !== call) {
      yield* items.open(call, place =>
        openCall(place, functionCall({ name, place, call_id: nextCallId(), tool })),
      );
      passed.add(call);
    }
    yield* items.write(text);
  }

  function* invoke({ call, name, arguments: args }: Invocation): Events {
    if (call !== undefined && passed.has(call)) {
      if (call === items.kind()) yield* items.close();
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

  return { fragment, invoke };
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
