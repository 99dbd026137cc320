import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';

interface Draft {
  readonly fields: Map<string, JsonValue>;
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
      addFields(last.fields, detail);
      last.pieces.push(...pieces);
    } else drafts.push({ fields: new Map(Object.entries(detail)), pieces });
  }
  return drafts.map(({ fields, pieces }) => joined(Object.fromEntries(fields), pieces));
}

/** Some of MiniMax's models repeat all thoughts in each piece: https://github.com/MiniMax-AI/MiniMax-M2/issues/95 */
export function createDetailReader(): (details: readonly JsonValue[]) => readonly JsonObject[] {
  const known = new Map<JsonValue | undefined, string>();
  return details =>
    details.filter(isJsonObject).map(detail => {
      const field = textField(detail);
      const piece = detail[field];
      if (typeof piece !== 'string') return detail;
      const before = known.get(detail.index) ?? '';
      // A short piece may well begin like all that came before.
      const isRepeated = before.length >= 20 && piece.startsWith(before);
      const news = isRepeated ? piece.slice(before.length) : piece;
      known.set(detail.index, before + news);
      return isRepeated ? { ...detail, [field]: news } : detail;
    });
}

export function textOfDetails(details: readonly JsonObject[]): readonly string[] {
  return details.flatMap(detail => {
    const text = detail.type === 'reasoning.encrypted' ? undefined : detail[textField(detail)];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}

function joined(fields: JsonObject, pieces: readonly string[]): JsonObject {
  return pieces.length === 0 ? fields : { ...fields, [textField(fields)]: pieces.join('').toWellFormed() };
}

function isNextOf(before: Draft['fields'], { index, type }: JsonObject): boolean {
  return index !== undefined && index === before.get('index') && type === before.get('type');
}

/** Only one fragment has the signature. Copying all fields for each fragment would add up. */
function addFields(fields: Draft['fields'], detail: JsonObject): void {
  for (const [name, value] of Object.entries(detail)) if (value !== null) fields.set(name, value);
}

function textField({ type }: JsonObject): string {
  if (type === 'reasoning.summary') return 'summary';
  return type === 'reasoning.encrypted' ? 'data' : 'text';
}
