import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseInput,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  ordinaryMarks,
} from '../../converser/words/canister/canister.ts';
import { type Content, text, textOf } from '../../converser/words/canister/content.ts';
import { argumentFields } from '../call-arguments.ts';
import { fittingIds } from '../call-id.ts';
import { checkPairs, type Paired } from '../check-pairs.ts';
import { fromDataUrl } from '../data-url.ts';
import { unseal } from '../seal.ts';
import { clientThought, sentByClient } from '../sent-back.ts';
import { gatherReplies } from './gather-replies.ts';
import { nameForModels } from './normalize-tools.ts';
import { isPhase, opaquePhase } from './phase.ts';

/** What only the vendor's server could read is left out. Throws `bad-arguments` for outputs without their calls. */
export function normalizeInput(input: string | ResponseInput, timestamp: string): readonly Canister[] {
  const items: ResponseInput = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  checkPairs(items.flatMap(pairedIn));
  return gatherReplies(
    items.flatMap((item, at) => normalizeItem(item, { id: `i${at}`, timestamp, marks: ordinaryMarks })),
  );
}

function pairedIn(item: ResponseInputItem, at: number): readonly Paired[] {
  const path = `input[${at}].call_id`;
  switch (item.type) {
    case 'function_call':
    case 'custom_tool_call':
      return [{ kind: 'call', id: item.call_id, path }];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ kind: 'result', id: item.call_id ?? '', path }];
    default:
      return [];
  }
}

type Common = Pick<Canister, 'id' | 'timestamp' | 'marks'>;

function normalizeItem(item: ResponseInputItem, common: Common): readonly Canister[] {
  if ('role' in item && 'content' in item)
    return [{ ...common, role: ownRole(item.role), content: messageContent(item) }];
  switch (item.type) {
    case 'function_call':
      return [callOf(item, { ...common, ...argumentFields(item.arguments) })];
    case 'custom_tool_call':
      return [callOf(item, { ...common, arguments: { input: item.input } })];
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const invocationId = fittingIds.long(item.call_id ?? '');
      return [{ ...common, role: 'result', invocationId, content: normalizeContent(item.output) }];
    }
    case 'reasoning': {
      const told = textOf([item.summary, item.content].flatMap(normalizeContent));
      const opaque = unseal(item.encrypted_content ?? '') ?? (told === '' ? undefined : clientThought(told));
      return opaque === undefined ? [] : [{ ...common, role: 'assistant', content: [opaque] }];
    }
    default:
      return [];
  }
}

function callOf(
  call: ResponseFunctionToolCall | ResponseCustomToolCall,
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

function messageContent(item: { readonly role: string; readonly content: unknown }): readonly Content[] {
  const content = normalizeContent(item.content);
  const { phase } = item as { readonly phase?: unknown };
  if (item.role !== 'assistant' || content.length === 0 || !isPhase(phase)) return content;
  return [opaquePhase(sentByClient, { phase, afterCalls: 0 }), ...content];
}

function normalizeContent(content: unknown): readonly Content[] {
  if (typeof content === 'string') return content === '' ? [] : [text(content)];
  return Array.isArray(content) ? content.filter(isJsonObject).flatMap(normalizePart) : [];
}

function normalizePart(part: JsonObject): readonly Content[] {
  const { text: said, refusal, image_url: image, file_data: file, filename } = part;
  if (typeof said === 'string') return said === '' ? [] : [text(said)];
  if (typeof refusal === 'string') return [text(refusal)];
  if (typeof image === 'string') {
    const data = fromDataUrl(image);
    if (data === undefined) return [{ type: 'resource', uri: image, mimeType: 'image/*' }];
    return [{ type: 'image', ...data }];
  }
  const data = typeof file === 'string' ? fromDataUrl(file) : undefined;
  if (data === undefined) return [];
  return [{ type: 'resource', uri: typeof filename === 'string' ? filename : 'file', ...data }];
}
