import type { ResponseCustomToolCall, ResponseFunctionToolCall } from 'openai/resources/responses/responses';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';
import { type ClientTool, customText } from '../client-request.ts';
import type { Events, ItemSequence } from './item-sequence.ts';
import { openCall, openCustomCall, type Place } from './open-item.ts';
import type { NativizeReplyOptions } from './stream-event.ts';

type Invocation = Extract<ModelEvent, { type: 'invocation' }>;
type Fragment = Extract<ModelEvent, { type: 'invocation-delta' }>;

export function createCalls(
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
