import type {
  ResponseInput,
  ResponseInputItem,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  ordinaryMarks,
} from '../../converser/words/canister/canister.ts';
import { type Content, text, textOf } from '../../converser/words/canister/content.ts';
import { argumentFields } from '../call-arguments.ts';
import { fittingIds } from '../call-id.ts';
import { checkPairs, type Paired } from '../check-pairs.ts';
import { type Place, readParts, unread } from '../client/read-parts.ts';
import { nameForModels } from '../client/read-tools.ts';
import { unseal } from '../seal.ts';
import { clientThought, sentByClient } from '../sent-back.ts';
import { gatherReplies } from './gather-replies.ts';
import { isPhase, opaquePhase } from './phase.ts';

/** What only the vendor's server could read is named. Throws `bad-arguments` for outputs without their calls. */
export function normalizeInput(
  input: string | ResponseInput,
  { timestamp, ignored }: { readonly timestamp: string; readonly ignored: string[] },
): readonly Canister[] {
  const items: ResponseInput = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  checkPairs(items.flatMap(pairedIn));
  return gatherReplies(
    items.flatMap((item, at) =>
      normalizeItem(item, {
        common: { id: `i${at}`, timestamp, marks: ordinaryMarks },
        place: { path: `input[${at}]`, ignored },
      }),
    ),
  );
}

function pairedIn(item: ResponseInputItem, at: number): readonly Paired[] {
  const id = callIdOf(item);
  if (id === undefined) return [];
  return [{ kind: isOutput(item) ? 'result' : 'call', id, path: `input[${at}].call_id` }];
}

/** In outputs of its shell, OpenAI’s own clients have the id of the call as that of the item. */
function callIdOf(item: ResponseInputItem): string | undefined {
  const { type, id, call_id: called = isOutput(item) ? id : undefined } = item as unknown as JsonObject;
  return /_(?:call|output)$/.test(String(type)) && typeof called === 'string' ? called : undefined;
}

function isOutput({ type }: ResponseInputItem): boolean {
  return type?.endsWith('_output') === true;
}

type Common = Pick<Canister, 'id' | 'timestamp' | 'marks'>;

interface Where {
  readonly common: Common;
  readonly place: Place;
}

function normalizeItem(item: ResponseInputItem, { common, place }: Where): readonly Canister[] {
  if ('role' in item && 'content' in item)
    return [{ ...common, role: ownRole(item.role), content: messageContent(item, place) }];
  switch (item.type) {
    case 'function_call':
      return [callOf(item, { ...common, ...argumentFields(item.arguments) })];
    case 'custom_tool_call':
      return [callOf(item, { ...common, arguments: { input: item.input } })];
    case 'reasoning': {
      const opaque = unseal(item.encrypted_content ?? '') ?? thoughtIn(item, place);
      return opaque === undefined ? [] : [{ ...common, role: 'assistant', content: [opaque] }];
    }
    case 'additional_tools':
      return [];
    default:
      return otherItem(item, { common, place });
  }
}

function thoughtIn(item: ResponseReasoningItem, place: Place): Content | undefined {
  const read = (field: 'summary' | 'content') =>
    readParts(item[field], { ...place, path: `${place.path}.${field}` });
  const told = textOf([...read('summary'), ...read('content')]);
  return told === '' ? undefined : clientThought(told);
}

/** Calls of the vendor’s tools that the client runs, such as its shell, are read as calls of a tool of that name. */
function otherItem(item: ResponseInputItem, { common, place }: Where): readonly Canister[] {
  const called = callIdOf(item);
  const { type = '', id: _id, call_id: _called, ...fields } = item as unknown as JsonObject;
  if (called === undefined)
    return [{ ...common, role: 'assistant', content: [unread({ type, ...fields }, place)] }];
  if (isOutput(item)) {
    const invocationId = fittingIds.long(called);
    const content = outputContent(fields.output ?? fields, { ...place, path: `${place.path}.output` });
    return [{ ...common, role: 'result', invocationId, content }];
  }
  const { status: _status, ...args } = fields;
  const name = String(type).replace(/_call$/, '');
  return [callOf({ call_id: called, name }, { ...common, arguments: args })];
}

function outputContent(output: JsonValue, place: Place): readonly Content[] {
  if (typeof output === 'string') return readParts(output, place);
  const parts = Array.isArray(output) ? output : [output];
  const isOfParts = parts.every(part => isJsonObject(part) && typeof part.type === 'string');
  return isOfParts ? readParts(parts, place) : [text(JSON.stringify(output))];
}

function callOf(
  call: { readonly call_id: string; readonly name: string; readonly namespace?: string },
  fields: Common & Pick<InvocationCanister, 'arguments' | 'malformedArguments'>,
): InvocationCanister {
  const { call_id, name, namespace } = call;
  const id = fittingIds.long(call_id);
  return {
    ...fields,
    id,
    role: 'invocation',
    ensemble: '',
    name: nameForModels(name, namespace),
    content: [],
  };
}

function ownRole(role: string): 'supervisor' | 'user' | 'assistant' {
  if (role === 'system' || role === 'developer') return 'supervisor';
  return role === 'assistant' ? 'assistant' : 'user';
}

function messageContent(
  item: { readonly role: string; readonly content: unknown },
  { path, ignored }: Place,
): readonly Content[] {
  const content = readParts(item.content, { path: `${path}.content`, ignored });
  const { phase } = item as { readonly phase?: unknown };
  if (item.role !== 'assistant' || content.length === 0 || !isPhase(phase)) return content;
  return [opaquePhase(sentByClient, { phase, afterCalls: 0 }), ...content];
}
