import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Cap, Caps } from './caps.ts';

/** Caps as written in the settings. What is not an amount is ignored. */
export function parseCaps(value: unknown): Caps {
  if (!isJsonObject(value)) return {};
  const turn = parseCap(value.turn);
  const conversation = parseCap(value.conversation);
  return { ...(turn && { turn }), ...(conversation && { conversation }) };
}

const kinds = ['tokens', 'requests', 'cost'] as const;

function parseCap(value: JsonValue | undefined): Cap | undefined {
  if (!isJsonObject(value)) return undefined;
  const written = kinds.filter(kind => isAmount(value[kind]));
  return written.length === 0 ? undefined : Object.fromEntries(written.map(kind => [kind, value[kind]]));
}

function isAmount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
