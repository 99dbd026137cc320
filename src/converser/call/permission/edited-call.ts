import { canonicalJson, type JsonObject } from '../../ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../../ground/json/nesting.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { checkArguments } from '../arguments/check-arguments.ts';

export function withArguments(call: Call, args: JsonObject): Call {
  const { written, ...invocation } = call.invocation;
  const original = written ?? invocation.arguments;
  return canonicalJson(args) === canonicalJson(original)
    ? { ...call, invocation: { ...invocation, arguments: original } }
    : { ...call, invocation: { ...invocation, arguments: args, written: original } };
}

/** In characters of JSON. */
const longest = 1_000_000;

export async function mistakeIn(
  args: JsonObject,
  { invoker }: Pick<Call, 'invoker'>,
): Promise<string | undefined> {
  if (isNestedDeeper(args, mostNested)) return `They are nested more than ${mostNested} levels deep.`;
  if (JSON.stringify(args).length > longest) return `They are longer than ${longest} characters.`;
  const checked = await checkArguments(args, invoker.arguments);
  if (checked.valid) return undefined;
  return `${checked.complaint.charAt(0).toUpperCase()}${checked.complaint.slice(1)}.`;
}
