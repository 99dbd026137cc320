import type { JsonObject } from '../../ground/json/json.ts';
import { cutText } from '../../ground/wording/cut-text.ts';
import type { InvocationCanister, ResultCanister } from '../../words/canister/canister.ts';
import { text } from '../../words/canister/content.ts';

/** Tells the model that you changed the call: otherwise it would take the result for that of its own call. */
export function withEdit(
  result: ResultCanister,
  { written, arguments: ran }: InvocationCanister,
): ResultCanister {
  if (written === undefined) return result;
  const notice = `[The user changed the arguments to ${shown(ran)} before the call ran. You had written ${shown(written)}.]`;
  return { ...result, content: [text(notice), ...result.content] };
}

/** In characters. The call itself has all arguments. */
const longest = 2_000;

function shown(args: JsonObject): string {
  return cutText(JSON.stringify(args), { limit: longest, readOn: '' });
}
