import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, flagIn, type LocalModel, type LocalServer, tokensIn, toolUse } from './local-server.ts';

/** https://lmstudio.ai/docs/developer/rest: version 1 since 0.4.0, version 0 before. */
export const lmStudio: LocalServer = { id: 'lmstudio', ports: [1234], read };

async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  return (
    listIn(await ask('/api/v1/models'), 'models', readNew) ??
    listIn(await ask('/api/v0/models'), 'data', readOld)
  );
}

/** LM Studio answers unknown paths with status 200, so only the shape shows whether this is a list. */
function listIn(
  answer: JsonValue | undefined,
  field: string,
  readOne: (entry: JsonObject) => LocalModel | undefined,
): readonly LocalModel[] | undefined {
  const list = isJsonObject(answer) ? answer[field] : undefined;
  if (!Array.isArray(list)) return undefined;
  const models = list.map((entry: JsonValue) => (isJsonObject(entry) ? readOne(entry) : undefined));
  return models.every(model => model !== undefined) ? models : undefined;
}

function readNew(entry: JsonObject): LocalModel | undefined {
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

function readOld(entry: JsonObject): LocalModel | undefined {
  const { id, type, capabilities } = entry;
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  const facts: ModelFacts = defined({
    contextTokens: tokensIn(entry.loaded_context_length) ?? tokensIn(entry.max_context_length),
    tools: toolUse(Array.isArray(capabilities) ? capabilities.includes('tool_use') : undefined),
    images: type === 'vlm',
  });
  return { id, facts, isChat: type === 'llm' || type === 'vlm' };
}
