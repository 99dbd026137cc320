import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, type LocalModel, type LocalServer, tokensIn } from './local-server.ts';
import { idsIn } from './vllm.ts';

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
export const llamaCpp: LocalServer = { id: 'llamacpp', port: 8080, read };

/** What it tells of itself counts for the one model it has; as a router of several it tells of none. */
async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const props = await ask('/props');
  if (!isJsonObject(props) || !isJsonObject(props.default_generation_settings)) return undefined;
  const ids = idsIn(await ask('/v1/models')) ?? [];
  const facts = ids.length === 1 ? factsIn(props, props.default_generation_settings) : {};
  return ids.map(id => ({ id, facts, isChat: true }));
}

function factsIn(
  { modalities, chat_template_caps: template }: JsonObject,
  { n_ctx: context }: JsonObject,
): ModelFacts {
  const contextTokens = tokensIn(context);
  const images = flag(modalities, 'vision');
  const tools = flag(template, 'supports_tools');
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(images === undefined ? {} : { images }),
    ...(tools === undefined ? {} : { tools: tools ? 'native' : 'contract' }),
  };
}

function flag(from: JsonValue | undefined, name: string): boolean | undefined {
  const value = isJsonObject(from) ? from[name] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}
