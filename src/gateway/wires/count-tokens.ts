import type { Context } from 'hono';
import { validHistory } from '../../converser/canister/valid-history.ts';
import { countRequest } from '../../converser/spending/count-request.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import type { GuardedEnv } from '../guard/guard.ts';
import { withBetas } from './messages-wire.ts';
import { replyHeaders } from './response-headers.ts';
import type { WirePorts } from './wire-ports.ts';

/** How many tokens a request of Anthropic's Messages has: as the model counts, or else about as many. */
export async function countTokens(
  { req, var: guarded }: Context<GuardedEnv>,
  { finderFor, host }: Pick<WirePorts, 'finderFor' | 'host'>,
): Promise<Response> {
  const { raw } = req;
  const timestamp = host.clock.now().toISOString();
  const asked = normalizeRequest(withBetas(guarded.body, raw.headers), { timestamp });
  const model = await finderFor(guarded.models).find(asked.model, raw.signal);
  const sound = { ...asked, canisters: validHistory(asked.canisters) };
  const { tokens } = await countRequest(model, sound, raw.signal);
  return Response.json({ input_tokens: Math.ceil(tokens) }, { headers: replyHeaders(model, asked) });
}
