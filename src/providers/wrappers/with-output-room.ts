import type { Model } from '../../converser/words/models/provider.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { outputLimit, withOutputLimit } from '../../dialects/options/output-limit.ts';

/**
 * No reply is asked for that is longer than the window has room for.
 *
 * Programs that do not know a model ask for tens of thousands of tokens at most, and servers such as vLLM refuse what
 * does not fit into the window together with the prompt, instead of stopping there.
 */
export function withOutputRoom(model: Model): Model {
  const { contextTokens = Infinity, outputTokens = Infinity } = model.capabilities;
  return {
    ...model,
    reply(request, signal) {
      const limit = outputLimit(request);
      if (limit === undefined || (contextTokens === Infinity && limit <= outputTokens))
        return model.reply(request, signal);
      const room = Math.floor(contextTokens - estimateRequest(request, model.provider) * doubt);
      const most = Math.min(outputTokens, Math.max(leastRoom, room));
      return model.reply(limit <= most ? request : withOutputLimit(request, most), signal);
    },
  };
}

const doubt = 1.2;

/** Where less seems to be left, the server has the last word. */
const leastRoom = 256;
