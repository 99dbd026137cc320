import { defined } from '../../../converser/json/defined.ts';
import { isJsonObject, type JsonObject } from '../../../converser/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, flagIn, type LocalModel, type LocalServer, tokensIn, toolUse } from './local-server.ts';
import { idsIn } from './vllm.ts';

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
export const llamaCpp: LocalServer = {
  id: 'llamacpp',
  // Its servers announce that the second will be the default: https://github.com/ggml-org/llama.cpp/pull/26508
  ports: [8080, 9931],
  read,
};

/** What it reports is about its one model; if it routes to several, it reports nothing about any of them. */
async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const props = await ask('/props');
  if (!isJsonObject(props) || !isJsonObject(props.default_generation_settings)) return undefined;
  const ids = idsIn(await ask('/v1/models')) ?? [];
  if (ids.length !== 1) return ids.map(id => ({ id, facts: {}, isChat: true }));
  const facts = factsIn(props, props.default_generation_settings);
  return ids.map(id => ({ id, facts, isChat: true, isOnly: true }));
}

function factsIn(
  { modalities, chat_template_caps: template }: JsonObject,
  { n_ctx: context }: JsonObject,
): ModelFacts {
  return defined({
    contextTokens: tokensIn(context),
    images: flagIn(modalities, 'vision'),
    tools: toolUse(flagIn(template, 'supports_tools')),
    ...(flagIn(template, 'supports_parallel_tool_calls') === false && { parallel: false }),
  });
}
