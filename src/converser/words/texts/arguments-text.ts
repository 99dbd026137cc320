import type { JsonObject, JsonValue } from '../../ground/json/json.ts';
import { visibleProse } from '../../ground/wording/visible-text.ts';

export function argumentsText(args: JsonObject, { limit = 120 }: { readonly limit?: number } = {}): string {
  const entries = Object.entries(args);
  const [only] = entries;
  const line =
    entries.length === 1 && only !== undefined
      ? valueText(only[1])
      : entries.map(([name, value]) => `${name}: ${valueText(value)}`).join(', ');
  const flat = line.replaceAll(/\s+/g, ' ').trim();
  const shown = visibleProse(flat.slice(0, limit));
  return flat.length > limit || shown.length > limit ? `${shown.slice(0, limit - 1)}…` : shown;
}

export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
