import { canonicalJson, type JsonObject } from '../../ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../../ground/json/nesting.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { checkArguments } from '../arguments/check-arguments.ts';

/** The call with other arguments, as the user wrote them. It remembers those of the model. */
export function withArguments(call: Call, args: JsonObject): Call {
  const { written, ...invocation } = call.invocation;
  const original = written ?? invocation.arguments;
  // Nothing is changed if everything has been put back.
  return canonicalJson(args) === canonicalJson(original)
    ? { ...call, invocation: { ...invocation, arguments: original } }
    : { ...call, invocation: { ...invocation, arguments: args, written: original } };
}

/** Characters of JSON. Larger ones are not written by hand. */
const longest = 1_000_000;

/** Why a tool can't be called with these arguments, for people; `undefined` if it can. */
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
