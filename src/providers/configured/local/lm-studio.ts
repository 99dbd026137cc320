import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, type LocalModel, type LocalServer, tokensIn } from './local-server.ts';

/** https://lmstudio.ai/docs/developer/rest: version 1 since 0.4.0, version 0 before. */
export const lmStudio: LocalServer = { id: 'lmstudio', port: 1234, read };

async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  return (
    listIn(await ask('/api/v1/models'), 'models', readNew) ??
    listIn(await ask('/api/v0/models'), 'data', readOld)
  );
}

/** It answers paths that it does not know with status 200, so that the shape alone tells. */
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
  const can: JsonObject = isJsonObject(capabilities) ? capabilities : {};
  const facts: ModelFacts = {
    ...contextFact(contexts.length > 0 ? Math.min(...contexts) : tokensIn(entry.max_context_length)),
    ...(typeof can.trained_for_tool_use === 'boolean' ? toolFact(can.trained_for_tool_use) : {}),
    ...(typeof can.vision === 'boolean' ? { images: can.vision } : {}),
  };
  return { id, ...(typeof label === 'string' ? { label } : {}), facts, isChat: type === 'llm' };
}

function readOld(entry: JsonObject): LocalModel | undefined {
  const { id, type, capabilities } = entry;
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  const facts: ModelFacts = {
    ...contextFact(tokensIn(entry.loaded_context_length) ?? tokensIn(entry.max_context_length)),
    ...(Array.isArray(capabilities) ? toolFact(capabilities.includes('tool_use')) : {}),
    images: type === 'vlm',
  };
  return { id, facts, isChat: type === 'llm' || type === 'vlm' };
}

function contextFact(contextTokens: number | undefined): ModelFacts {
  return contextTokens === undefined ? {} : { contextTokens };
}

/** One that was not trained for it is given tools in words of LM Studio's own, which the contract does better. */
function toolFact(isTrained: boolean): ModelFacts {
  return { tools: isTrained ? 'native' : 'contract' };
}
