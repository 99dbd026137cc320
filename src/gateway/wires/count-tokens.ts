import type { Context } from 'hono';
import { validHistory } from '../../converser/canister/valid-history.ts';
import { countRequest } from '../../converser/spending/count-request.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import type { GuardedEnv } from '../guard/guard.ts';
import { withBetas } from './messages-wire.ts';
import { replyHeaders } from './response-headers.ts';
import { stopWithClient } from './stop-with-client.ts';
import type { WirePorts } from './wire-ports.ts';

/** How many tokens a request of Anthropic's Messages has: as the model counts, or else about as many. */
export async function countTokens(
  context: Context<GuardedEnv>,
  { finderFor, host, closing }: Omit<WirePorts, 'activity'>,
): Promise<Response> {
  const { req, var: guarded } = context;
  const timestamp = host.clock.now().toISOString();
  const asked = normalizeRequest(withBetas(guarded.body, req.raw.headers), { timestamp });
  const { signal, stop } = stopWithClient(context, closing);
  try {
    const model = await finderFor(guarded.models).find(asked.model, signal);
    const sound = { ...asked, canisters: validHistory(asked.canisters) };
    const { tokens } = await countRequest(model, sound, signal);
    return Response.json({ input_tokens: Math.ceil(tokens) }, { headers: replyHeaders(model, asked) });
  } finally {
    stop();
  }
}
