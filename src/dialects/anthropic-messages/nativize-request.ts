import type Anthropic from '@anthropic-ai/sdk';
import { type Canister, isInvocation } from '../../converser/canister/canister.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../converser/json/json.ts';
import type { ModelRequest } from '../../converser/models/provider.ts';
import { toldHistory } from '../told-history.ts';
import { markPrefix } from './cache-markers.ts';
import { textBlock } from './nativize-content.ts';
import { nativizeMessages } from './nativize-messages.ts';
import { nativizeTool, nativizeToolChoice } from './nativize-tools.ts';
import { anthropic } from './residue.ts';

export interface NativizeOptions {
  readonly model: string;
  /** Tokens that a reply may have, unless the request's options say otherwise. */
  readonly maxTokens: number;
  /** `false` tells of images in words. Default `true`. */
  readonly images?: boolean;
  /** `false` asks for one call a reply. Default `true`. */
  readonly parallel?: boolean;
  /** Whose opaque parts are replayed. Default `anthropic`. */
  readonly provider?: string;
}

/**
 * A request on the wire of Anthropic Messages.
 *
 * What this wire cannot carry: MIME types of texts, kinds of failures, marks and timestamps, what a model wrote
 * in place of arguments, opaque parts of other providers, blank texts, and binary resources that are neither
 * images nor PDF (these are named in words).
 */
export function nativizeRequest(
  request: ModelRequest,
  { model, maxTokens, images = true, parallel = true, provider = anthropic }: NativizeOptions,
): Anthropic.MessageCreateParamsStreaming {
  const options = request.options ?? {};
  const tools = request.tools.map(nativizeTool);
  const system = request.canisters.filter(({ role }) => role === 'supervisor').flatMap(instructions);
  const toolChoice = nativizeToolChoice(request.toolChoice, { options, parallel });
  const { tool_choice: _toolChoice, ...others } = options;
  return markPrefix<Anthropic.MessageCreateParamsStreaming>({
    max_tokens: maxTokens,
    ...others,
    model,
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(system.length === 0 ? {} : { system }),
    ...(request.replySchema === undefined
      ? {}
      : { output_config: outputConfig(request.replySchema, options.output_config) }),
    messages: mustTell(request)
      ? nativizeMessages(toldHistory(request.canisters), { images, provider: undefined })
      : nativizeMessages(request.canisters, { images, provider }),
    stream: true,
  });
}

/** Beside what else the options say of the output, such as its effort. */
function outputConfig(schema: JsonSchema, others: JsonValue | undefined): Anthropic.OutputConfig {
  return { ...(isJsonObject(others) ? others : {}), format: { type: 'json_schema', schema } };
}

/** The wire refuses blocks of calls in a request without tools. Thinking belongs to the calls it led to. */
function mustTell({ canisters, tools }: ModelRequest): boolean {
  return tools.length === 0 && canisters.some(isInvocation);
}

function instructions({ content }: Canister): readonly Anthropic.TextBlockParam[] {
  return content.flatMap(part => (part.type === 'text' ? (textBlock(part.text) ?? []) : []));
}
