import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, flagIn, type LocalModel, type LocalServer, tokensIn, toolUse } from './local-server.ts';
import { entriesIn, type ListEntry } from './vllm.ts';

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
export const llamaCpp: LocalServer = {
  id: 'llamacpp',
  // Its servers announce that the second will be the default: https://github.com/ggml-org/llama.cpp/pull/26508
  ports: [8080, 9931],
  read,
};

async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const props = await ask('/props');
  if (!isJsonObject(props) || !isJsonObject(props.default_generation_settings)) return undefined;
  const listed = entriesIn(await ask('/v1/models')) ?? [];
  if (props.role === 'router' || listed.length !== 1)
    return Promise.all(listed.map(model => readRouted(ask, model)));
  const facts = factsOf(props);
  return listed.map(({ id }) => ({ id, facts, isChat: true, isOnly: true }));
}

/** A server with a router loads models when they are asked; this question must load none. */
async function readRouted(ask: Ask, { id, status }: ListEntry): Promise<LocalModel> {
  if (!isJsonObject(status)) return { id, facts: {}, isChat: true };
  const isLoaded = status.value === 'loaded';
  const props = isLoaded ? await ask(`/props?model=${encodeURIComponent(id)}&autoload=false`) : undefined;
  const facts = isJsonObject(props) ? factsOf(props) : defined({ contextTokens: windowIn(status.args) });
  return { id, facts, isChat: true };
}

function windowIn(args: JsonValue | undefined): number | undefined {
  if (!Array.isArray(args)) return undefined;
  const at = args.indexOf('--ctx-size');
  return at < 0 ? undefined : tokensIn(Number(args[at + 1]));
}

function factsOf(props: JsonObject): ModelFacts {
  const { default_generation_settings: settings } = props;
  return isJsonObject(settings) ? factsIn(props, settings) : {};
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
