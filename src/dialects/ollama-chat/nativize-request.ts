import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { callInWords } from '../call-in-words.ts';
import { historyAsText } from '../history-as-text.ts';
import { keptThoughts } from '../options/kept-thoughts.ts';
import { optionsFor, type Wire } from '../options/options-for.ts';
import { anyObject } from '../reply-format.ts';
import { fitSchema } from '../tool-schemas/fit-schema.ts';
import { wellFormed } from '../well-formed.ts';
import type { OllamaRequest, OllamaTool } from './api.ts';
import { type MessageOptions, nativizeMessages } from './nativize-messages.ts';

export interface NativizeOptions extends Omit<MessageOptions, 'thoughts'>, Pick<Wire, 'model' | 'thinks'> {
  /** The model runs with a window of so many tokens. If absent, its server decides. */
  readonly contextTokens?: number | undefined;
}

export function nativizeRequest(
  request: ModelRequest,
  { model, thinks, contextTokens, ...shown }: NativizeOptions,
): OllamaRequest {
  // This API has no field for it.
  const { canisters, tools, replySchema } = callInWords(request);
  const sound = validHistory(canisters);
  const { options } = optionsFor(request, { dialect: 'ollama-chat', model, thinks });
  return {
    // Converser can mend the error for a prompt that is too long, but not a prompt without its beginning.
    truncate: false,
    shift: false,
    ...nativizeOptions(options, contextTokens),
    model,
    messages: nativizeMessages(tools.length > 0 ? sound : historyAsText(sound), {
      ...shown,
      thoughts: keptThoughts({ model }),
    }),
    stream: true,
    ...(tools.length > 0 && { tools: tools.map(nativizeTool) }),
    ...(replySchema !== undefined && {
      format: replySchema === anyObject ? ('json' as const) : wellFormed(replySchema),
    }),
  };
}

const fields = new Set(['think', 'keep_alive', 'truncate', 'shift', 'logprobs', 'top_logprobs']);

const spokenFor = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'format',
  'options',
]);

const ownNames: Readonly<Record<string, string>> = {
  max_tokens: 'num_predict',
  max_completion_tokens: 'num_predict',
  max_output_tokens: 'num_predict',
  stop_sequences: 'stop',
};

function nativizeOptions(
  options: JsonObject,
  contextTokens: number | undefined,
): Pick<OllamaRequest, 'options'> & JsonObject {
  const entries = Object.entries(wellFormed(options)).filter(([name]) => !spokenFor.has(name));
  const loose = entries
    .filter(([name]) => !fields.has(name))
    .map(([name, value]) => {
      const own = ownNames[name] ?? name;
      return [own, own === 'stop' ? [value].flat() : value] as readonly [string, JsonValue];
    });
  const written = isJsonObject(options.options) ? wellFormed(options.options) : {};
  const all: JsonObject = {
    ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    ...Object.fromEntries(loose),
    ...written,
  };
  return {
    ...Object.fromEntries(entries.filter(([name]) => fields.has(name))),
    ...(Object.keys(all).length > 0 && { options: all }),
  };
}

const nativizeTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition): OllamaTool => ({
    type: 'function',
    function: {
      name,
      description: description.toWellFormed(),
      parameters: wellFormed(fitted(fitSchema(inputSchema))),
    },
  }),
);

/** Ollama refuses a request for one property that is not an object: see `ToolProperty` in its `api/types.go`. */
function fitted(schema: JsonValue): JsonSchema {
  if (!isJsonObject(schema)) return {};
  const { anyOf, oneOf, const: only, properties, required, description, enum: choices, ...others } = schema;
  const alternatives = [anyOf, oneOf].find(each => Array.isArray(each));
  const allowed = choices ?? (only === undefined ? undefined : [only]);
  return {
    ...others,
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(allowed) && { enum: allowed }),
    ...(Array.isArray(alternatives) && { anyOf: alternatives.map(fitted) }),
    ...(isJsonObject(properties) && { properties: fittedEach(properties) }),
    ...(Array.isArray(required) && { required: required.filter(name => typeof name === 'string') }),
  };
}

function fittedEach(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fitted(each)]));
}
