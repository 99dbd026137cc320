import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';

interface Draft {
  fields: JsonObject;
  readonly pieces: string[];
}

/** OpenRouter's `reasoning_details` arrive in fragments: neighbors with the same index and type belong together. */
export function joinDetails(details: readonly JsonValue[]): readonly JsonObject[] {
  const drafts: Draft[] = [];
  for (const detail of details) {
    if (!isJsonObject(detail)) continue;
    const last = drafts.at(-1);
    const piece = detail[textField(detail)];
    const pieces = typeof piece === 'string' ? [piece] : [];
    if (last !== undefined && isNextOf(last.fields, detail)) {
      last.fields = { ...last.fields, ...withoutNull(detail) };
      last.pieces.push(...pieces);
    } else drafts.push({ fields: detail, pieces });
  }
  return drafts.map(({ fields, pieces }) =>
    pieces.length === 0 ? fields : { ...fields, [textField(fields)]: pieces.join('').toWellFormed() },
  );
}

function isNextOf(before: JsonObject, detail: JsonObject): boolean {
  return detail.index !== undefined && detail.index === before.index && detail.type === before.type;
}

function textField({ type }: JsonObject): string {
  if (type === 'reasoning.summary') return 'summary';
  return type === 'reasoning.encrypted' ? 'data' : 'text';
}

/** Only one of the fragments has the signature. */
function withoutNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}
