import type { ResponseInput, ResponseInputItem } from 'openai/resources/responses/responses';
import { type Canister, ordinaryMarks } from '../../converser/canister/canister.ts';
import { type Content, text } from '../../converser/canister/content.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { argumentFields } from '../call-arguments.ts';
import { fittingIds } from '../call-id.ts';
import { fromDataUrl } from '../data-url.ts';

/** The input of a request as canisters. What only the vendor's server could read is left out. */
export function normalizeInput(input: string | ResponseInput, timestamp: string): readonly Canister[] {
  const items: ResponseInput = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return items.flatMap((item, at) => normalizeItem(item, { id: `i${at}`, timestamp, marks: ordinaryMarks }));
}

type Common = Pick<Canister, 'id' | 'timestamp' | 'marks'>;

function normalizeItem(item: ResponseInputItem, common: Common): readonly Canister[] {
  if ('role' in item && 'content' in item)
    return [{ ...common, role: ownRole(item.role), content: normalizeContent(item.content) }];
  if (item.type === 'function_call')
    return [
      {
        ...common,
        id: fittingIds.long(item.call_id),
        role: 'invocation',
        ensemble: '',
        name: item.name,
        content: [],
        ...argumentFields(item.arguments),
      },
    ];
  if (item.type !== 'function_call_output') return [];
  const content = normalizeContent(item.output);
  return [{ ...common, role: 'result', invocationId: fittingIds.long(item.call_id ?? ''), content }];
}

function ownRole(role: string): 'supervisor' | 'user' | 'assistant' {
  if (role === 'system' || role === 'developer') return 'supervisor';
  return role === 'assistant' ? 'assistant' : 'user';
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
