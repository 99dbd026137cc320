import { isJsonObject, type JsonObject, type JsonSchema } from '../../ground/json/json.ts';
import { readJson } from '../../ground/json/lenient-json.ts';
import { isNestedDeeper, mostNested } from '../../ground/json/nesting.ts';
import { unwrapStringified } from './unwrap-strings.ts';

export type Repaired =
  | { readonly kind: 'arguments'; readonly arguments: JsonObject }
  | { readonly kind: 'malformed'; readonly text: string; readonly reason: string };

/** Repairs broken JSON only if there is one way to read it. Only nothing at all reads as no arguments. */
export function repairArguments(
  written: unknown,
  schema: JsonSchema,
  adapt: (args: JsonObject) => JsonObject = args => args,
): Repaired {
  const read = readArguments(written);
  if (read.kind === 'malformed') return read;
  if (isNestedDeeper(read.arguments, mostNested)) return malformed(textOf(written), tooDeep);
  const unwrapped = unwrap(adapt(read.arguments), schema);
  return isNestedDeeper(unwrapped, mostNested)
    ? malformed(textOf(written), tooDeep)
    : { kind: 'arguments', arguments: unwrapped };
}

const tooDeep = `they are nested more than ${mostNested} levels deep`;

function textOf(written: unknown): string {
  if (typeof written === 'string') return written;
  try {
    return JSON.stringify(written) ?? String(written);
  } catch {
    return '(nested too deeply to write down)';
  }
}

/** Stays as it is if it would take too many steps or the schema is too odd: the check has the last word. */
function unwrap(args: JsonObject, schema: JsonSchema): JsonObject {
  try {
    return unwrapStringified(args, schema);
  } catch {
    return args;
  }
}

function readArguments(written: unknown): Repaired {
  if (isJsonObject(written)) return { kind: 'arguments', arguments: written };
  if (isNothing(written)) return { kind: 'arguments', arguments: {} };
  if (typeof written !== 'string') return malformed(String(written), 'they aren’t a JSON object');
  const read = readJson(written);
  if (read.kind === 'refused') return malformed(written, read.reason);
  const inner = read.value;
  if (typeof inner !== 'string' && !isJsonObject(inner) && !isNothing(inner)) {
    return malformed(written, 'they aren’t a JSON object');
  }
  const repaired = readArguments(inner);
  return repaired.kind === 'malformed' ? { ...repaired, text: written } : repaired;
}

function isNothing(written: unknown): boolean {
  return written === undefined || written === null || (typeof written === 'string' && written.trim() === '');
}

function malformed(text: string, reason: string): Repaired {
  return { kind: 'malformed', text, reason };
}
