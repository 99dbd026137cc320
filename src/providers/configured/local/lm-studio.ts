import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, flagIn, type LocalModel, type LocalServer, tokensIn, toolUse } from './local-server.ts';

/** https://lmstudio.ai/docs/developer/rest: since 0.4.0. */
export const lmStudio: LocalServer = { id: 'lmstudio', ports: [1234], read };

async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const answer = await ask('/api/v1/models');
  // LM Studio answers unknown paths with status 200, so only the shape shows whether this is a list.
  const list = isJsonObject(answer) ? answer.models : undefined;
  if (!Array.isArray(list)) return undefined;
  const models = list.map((entry: JsonValue) => (isJsonObject(entry) ? readModel(entry) : undefined));
  return models.every(model => model !== undefined) ? models : undefined;
}

function readModel(entry: JsonObject): LocalModel | undefined {
  const { key: id, type, display_name: label, capabilities, loaded_instances: instances } = entry;
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  const loaded = Array.isArray(instances) ? instances.filter(isJsonObject) : [];
  const contexts = loaded.flatMap(({ config }) =>
    isJsonObject(config) ? (tokensIn(config.context_length) ?? []) : [],
  );
  const facts: ModelFacts = defined({
    contextTokens: contexts.length > 0 ? Math.min(...contexts) : tokensIn(entry.max_context_length),
    tools: toolUse(flagIn(capabilities, 'trained_for_tool_use')),
    images: flagIn(capabilities, 'vision'),
  });
  return { id, ...(typeof label === 'string' ? { label } : {}), facts, isChat: type === 'llm' };
}
