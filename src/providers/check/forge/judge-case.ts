import { canonicalJson, isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { WrittenInvocation } from '../../../converser/words/models/provider.ts';
import type { Heard } from '../record-reply.ts';
import type { Wanted, WantedCall } from './cases.ts';

export function isRight({ calls, said }: Pick<Heard, 'calls' | 'said'>, wanted: Wanted): boolean {
  if ('answer' in wanted) {
    const answer = said.trim().toLowerCase();
    return (
      calls.length === 0 && answer !== '' && wanted.answer.some(each => answer.includes(each.toLowerCase()))
    );
  }
  if (calls.length !== wanted.calls.length) return false;
  const left = [...calls];
  return wanted.calls.every(each => {
    const at = left.findIndex(call => isMeant(call, each));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isMeant(
  { name, arguments: given }: WrittenInvocation,
  { name: wantedName, arguments: wanted, optional = [] }: WantedCall,
): boolean {
  if (name !== wantedName || !isJsonObject(given)) return false;
  const names = new Set([...Object.keys(wanted), ...optional]);
  return (
    Object.keys(given).every(each => names.has(each) || isEmpty(given[each])) &&
    Object.entries(wanted).every(([each, value]) => isSame(given[each], value))
  );
}

/** Models fill in what is optional. */
function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function isSame(given: JsonValue | undefined, wanted: JsonValue): boolean {
  if (typeof given === 'string' && typeof wanted === 'string') return given.trim() === wanted.trim();
  return given !== undefined && canonicalJson(readable(given)) === canonicalJson(wanted);
}

/** Arguments in tags are texts; what they stand for is read before a tool is called. */
function readable(given: JsonValue): JsonValue {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as JsonValue;
  } catch {
    return given;
  }
}
