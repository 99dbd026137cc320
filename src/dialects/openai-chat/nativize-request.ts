import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { JsonObject, JsonSchema } from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import { type Canister, isResult, type ResultCanister } from '../../converser/words/canister/canister.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { cacheKeyOf, toolChoiceOf } from '../cache-key.ts';
import { printsIds } from '../call-id.ts';
import { needsSignatures } from '../options/gemini-thinking.ts';
import { keptThoughts, type ThoughtsBack, thoughtsBack } from '../options/kept-thoughts.ts';
import { optionsFor } from '../options/options-for.ts';
import { anyObject } from '../reply-format.ts';
import { fitSchema } from '../tool-schemas/fit-schema.ts';
import { wellFormed } from '../well-formed.ts';
import { nativizeMessages } from './nativize-messages.ts';
import { withPrintedIds } from './printed-ids.ts';

export interface NativizeOptions {
  readonly model: string;
  readonly provider: string;
  readonly supervisor?: 'system' | 'developer';
  readonly images?: boolean;
  readonly files?: boolean;
  /** Asks for the usage. Default true; some servers reject the option. */
  readonly usage?: boolean;
  /** `false` asks for one call per reply, and shows each of them by itself. Default true, as on every server. */
  readonly parallel?: boolean;
  readonly cacheKey?: boolean;
  readonly thinks?: boolean | undefined;
  readonly server?: string | undefined;
  /** Default: what is known of the server. */
  readonly back?: ThoughtsBack | undefined;
}

export function nativizeRequest(
  request: ModelRequest,
  { model, thinks, server, back, usage = true, parallel = true, cacheKey = false, ...more }: NativizeOptions,
): ChatCompletionCreateParamsStreaming {
  const { canisters, tools, replySchema, strictReply = false } = request;
  const { options } = optionsFor(request, { dialect: 'openai-chat', model, thinks, server });
  const isSingle = !parallel || request.parallel === false;
  const valid = validHistory(canisters);
  const sound = parallel ? valid : callByCall(valid);
  const { provider, supervisor = 'system', images = true, files = false } = more;
  const wanted = back ?? thoughtsBack({ model, server });
  const kept = keptThoughts({ model });
  const isPrinting = printsIds(model);
  const messages = nativizeMessages(sound, {
    provider,
    supervisor,
    images,
    files,
    thoughts: wanted === 'needed' && kept === 'turn' ? 'calls' : kept,
    thoughtsBack: wanted,
    printsIds: isPrinting,
    needsSignatures: needsSignatures({ model, server }),
  });
  return {
    ...(cacheKey ? cacheKeyOf(request) : {}),
    ...nativizeOptions(options),
    model,
    // The SDK's type asks for a list that may be changed, but nothing changes it.
    messages: (isPrinting ? withPrintedIds(messages) : messages) as ChatCompletionMessageParam[],
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
    ...(tools.length === 0 ? {} : { tools: tools.map(nativizeTool) }),
    ...toolChoiceOf(request, cacheKey),
    ...(tools.length > 0 && isSingle ? { parallel_tool_calls: false } : {}),
    ...(replySchema === undefined ? {} : { response_format: nativizeSchema(replySchema, strictReply) }),
  };
}

function nativizeSchema(schema: JsonSchema, strict: boolean) {
  if (schema === anyObject) return { type: 'json_object' } as const;
  const named = { name: 'reply', schema: wellFormed(schema), ...(strict ? { strict } : {}) };
  return { type: 'json_schema', json_schema: named } as const;
}

export const nativizeTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition): ChatCompletionFunctionTool => ({
    type: 'function',
    function: {
      name,
      description: description.toWellFormed(),
      parameters: wellFormed(fitSchema(inputSchema)),
    },
  }),
);

const ownNames: Readonly<Record<string, string>> = {
  stop_sequences: 'stop',
  max_output_tokens: 'max_tokens',
};

const spokenFor = new Set([
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'n',
]);

function nativizeOptions(options: JsonObject): JsonObject {
  return wellFormed(
    Object.fromEntries(
      Object.entries(options)
        .filter(([name]) => !spokenFor.has(name))
        .map(([name, value]) => [ownNames[name] ?? name, value]),
    ),
  );
}

/** The templates of some models, such as Llama 3, accept only one call in a message. */
function callByCall(canisters: readonly Canister[]): readonly Canister[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  return canisters.flatMap(canister => {
    if (canister.role === 'result') return [];
    const result: ResultCanister | undefined =
      canister.role === 'invocation' ? results.get(canister.id) : undefined;
    return result === undefined ? [canister] : [canister, result];
  });
}
