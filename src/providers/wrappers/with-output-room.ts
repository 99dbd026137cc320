import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { settingPaths } from '../../dialects/options/option-paths.ts';

/** Servers such as vLLM refuse more tokens than fit beside the prompt, and programs ask for too many. */
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

const names = [...new Set(Object.values(settingPaths).flatMap(({ maxTokens = [] }) => maxTokens))];

function outputLimit({ options = {}, wanted }: Pick<ModelRequest, 'options' | 'wanted'>): number | undefined {
  const asked = [...names.map(name => options[name]), wanted?.maxOutputTokens];
  const limits = asked.filter(limit => typeof limit === 'number');
  return limits.length === 0 ? undefined : Math.max(...limits);
}

function withOutputLimit(request: ModelRequest, most: number): ModelRequest {
  const lowered = Object.entries(request.options ?? {}).map(([name, value]) =>
    names.includes(name) && typeof value === 'number' && value > most ? [name, most] : [name, value],
  );
  const { wanted } = request;
  const { maxOutputTokens = 0 } = wanted ?? {};
  return {
    ...request,
    ...(request.options && { options: Object.fromEntries(lowered) }),
    ...(wanted && maxOutputTokens > most && { wanted: { ...wanted, maxOutputTokens: most } }),
  };
}
