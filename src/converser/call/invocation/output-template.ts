import { isJsonObject, type JsonValue } from '../../ground/json/json.ts';

/** Fills `{items.0}`; `{{` and `}}` stand for braces. Unknown placeholders stay to show the mistake. */
export function fillTemplate(template: string, value: JsonValue): string {
  return template.replace(/\{\{|\}\}|\{([^{}]+)\}/g, (whole, path: string | undefined) => {
    if (path === undefined) return whole.charAt(0);
    const found = lookUp(value, path.trim());
    return found === undefined ? whole : render(found);
  });
}

export function render(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ');
  const json: string | undefined = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  );
  if (json === undefined) throw new TypeError(`a ${typeof value} has no JSON`);
  return json;
}

function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function lookUp(value: JsonValue, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((inner, step) => {
    if (Array.isArray(inner)) return /^\d+$/.test(step) ? inner[Number(step)] : undefined;
    return isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}
