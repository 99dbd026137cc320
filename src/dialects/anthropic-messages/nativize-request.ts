import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../converser/ground/json/json.ts';
import { type Canister, isInvocation, startOfSaid } from '../../converser/words/canister/canister.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { callInWords } from '../call-in-words.ts';
import { fitImages } from '../fit-images.ts';
import { withReferences } from '../found-tools.ts';
import { historyAsText } from '../history-as-text.ts';
import { optionsFor } from '../options/options-for.ts';
import { markPrefix } from './cache-markers.ts';
import { textBlock } from './nativize-content.ts';
import { type MessageOptions, nativizeMessages, withThoughts } from './nativize-messages.ts';
import { anthropic } from './residue.ts';
import { nativizeTool, nativizeToolChoice } from './tools/nativize-tools.ts';
import { withSentNames } from './tools/property-names.ts';
import { deferred } from './tools/tool-references.ts';

export interface NativizeOptions extends Pick<MessageOptions, 'unsigned' | 'emptyResults' | 'late'> {
  readonly model: string;
  readonly maxTokens: number;
  readonly images?: boolean;
  readonly parallel?: boolean;
  /** Tools are sent where a result found them; see `refersToTools`. Default `false`. */
  readonly references?: boolean;
  readonly provider?: string;
}

/** https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages */
export function takesLateInstructions(model: string): boolean {
  return /^claude-(?:opus-4-[89]|[a-z]+-(?:[5-9]|\d\d))(?!\d)/.test(model);
}

export function nativizeRequest(
  request: ModelRequest,
  {
    model,
    maxTokens,
    images = true,
    parallel = true,
    references = false,
    provider = anthropic,
    ...more
  }: NativizeOptions,
): Anthropic.MessageCreateParamsStreaming {
  const { options } = optionsFor(request, { dialect: 'anthropic-messages', model, maxTokens });
  const isSingle = !parallel || request.parallel === false;
  const toolChoice = nativizeToolChoice(request.toolChoice, { options, parallel: !isSingle });
  const asked = toolChoice?.type === 'auto' ? callInWords(request) : request;
  const { canisters: fitting } = images ? fitImages(asked.canisters) : asked;
  const { canisters, referred } = withReferences(fitting, references ? request.tools : []);
  const tools = request.tools.map(tool =>
    referred.has(tool.name) ? deferred(nativizeTool(tool)) : nativizeTool(tool),
  );
  const system = canisters.slice(0, startOfSaid(canisters)).flatMap(instructions);
  const { tool_choice: _toolChoice, betas: _betas, ...others } = options;
  const params: Anthropic.MessageCreateParamsStreaming = {
    max_tokens: maxTokens,
    ...others,
    model,
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(system.length === 0 ? {} : { system }),
    ...(request.replySchema === undefined
      ? {}
      : { output_config: outputConfig(request.replySchema, options.output_config) }),
    messages: needsText(request)
      ? nativizeMessages(historyAsText(canisters), { ...more, images, provider: undefined })
      : withThoughts(withSentNames(canisters, request.tools), { ...more, images, provider }),
    stream: true,
  };
  return markPrefix(params, request.wanted?.cacheLifetime);
}

function outputConfig(schema: JsonSchema, others: JsonValue | undefined): Anthropic.OutputConfig {
  return { ...(isJsonObject(others) ? others : {}), format: { type: 'json_schema', schema } };
}

/** The API rejects tool blocks in a request without tools. Thinking goes with the calls that it led to. */
function needsText({ canisters, tools }: ModelRequest): boolean {
  return tools.length === 0 && canisters.some(isInvocation);
}

function instructions({ content }: Canister): readonly Anthropic.TextBlockParam[] {
  return content.flatMap(part => (part.type === 'text' ? (textBlock(part.text) ?? []) : []));
}
