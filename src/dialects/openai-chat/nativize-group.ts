import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions';
import { failureForModel } from '../../converser/call/invocation/failure-text.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { fittingIds, isPrintedId } from '../call-id.ts';
import type { KeptThoughts, ThoughtsBack } from '../options/kept-thoughts.ts';
import { thoughtOf } from '../sent-back.ts';
import { wellFormed } from '../well-formed.ts';
import type { Group } from './group-by-speaker.ts';
import {
  isShownImage,
  nativizeImages,
  nativizeUserContent,
  plainText,
  type Shown,
} from './nativize-content.ts';
import { type Residue, residueFor } from './residue.ts';

export interface MessageOptions extends Shown {
  readonly provider: string;
  readonly supervisor: 'system' | 'developer';
  readonly thoughts?: KeptThoughts | undefined;
  readonly thoughtsBack?: ThoughtsBack | undefined;
  /** Calls keep the ids that their model gave them: see `withPrintedIds`. */
  readonly printsIds?: boolean | undefined;
  /** Calls without a signature get one that says that they come from elsewhere. */
  readonly needsSignatures?: boolean | undefined;
}

export interface GroupOptions extends MessageOptions {
  readonly isCurrent?: boolean;
}

export interface Native {
  readonly messages: readonly ChatCompletionMessageParam[];
  readonly shown?: ShownByTools;
}

export interface ShownByTools {
  readonly images: readonly ChatCompletionContentPart[];
  readonly messages: readonly ChatCompletionMessageParam[];
}

export function nativizeGroup(
  { speaker, canisters }: Group,
  options: GroupOptions,
  before: ShownByTools,
): Native {
  switch (speaker) {
    case 'supervisor':
      return { messages: [{ role: options.supervisor, content: joinedTexts(canisters) }] };
    case 'user':
      return {
        messages: [{ role: 'user', content: nativizeUserContent(canisters, options, before.images) }],
      };
    case 'assistant':
      return { messages: assistantMessage(canisters, options) };
    case 'tool':
      return toolMessages(canisters.filter(isResult), options);
  }
}

function toolMessages(results: readonly ResultCanister[], options: MessageOptions): Native {
  const messages = results.map(result => toolMessage(result, options));
  const images = results.flatMap(result => resultImages(result, options));
  if (images.length === 0) return { messages };
  return { messages, shown: { images, messages: [{ role: 'user', content: images }] } };
}

function assistantMessage(
  canisters: readonly Canister[],
  options: GroupOptions,
): ChatCompletionAssistantMessageParam[] {
  const said = joinedTexts(canisters.filter(canister => !isInvocation(canister)));
  const calls = canisters.filter(isInvocation);
  if (said === '' && calls.length === 0) return [];
  const residue = residueFor(
    options.provider,
    canisters.flatMap(({ content }) => content),
  );
  // Residue can be matched to the calls only while no call is missing.
  const extras = residue.calls?.length === calls.length ? residue.calls : [];
  const unsigned = options.needsSignatures && extras.length === 0 ? foreign : undefined;
  const replayed = { ...residue.message, ...thoughtsAgain(residue, calls, options) };
  return [
    {
      ...replayed,
      role: 'assistant',
      content: said === '' ? null : said,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call, at) => ({
              ...unsigned,
              ...extras[at],
              ...toolCall(call, options.printsIds ? (extras[at]?.id ?? call.id) : undefined),
            })),
          }),
    },
  ];
}

/** Google names this signature: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
const foreign = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

function thoughtsAgain(
  { passing, thought }: Residue,
  calls: readonly InvocationCanister[],
  { isCurrent = false, thoughts = 'turn', thoughtsBack = 'taken' }: GroupOptions,
): JsonObject {
  if (thoughtsBack === 'refused') return {};
  const isDue = thoughts === 'all' || (calls.length > 0 && (thoughts === 'calls' || isCurrent));
  if (isDue && passing !== undefined) return passing;
  // Only the client knows which thoughts its model wants.
  if (thought !== undefined && thoughtsBack !== 'own') return { reasoning_content: thought };
  return thoughtsBack === 'needed' && calls.length > 0
    ? { reasoning_content: thoughtOf(calls.map(call => toolCall(call).function)) }
    : {};
}

function toolCall(call: InvocationCanister, own?: unknown): ChatCompletionMessageFunctionToolCall {
  return {
    id: isPrintedId(own) ? own : fittingIds.short(call.id),
    type: 'function',
    function: { name: wireName(call), arguments: writtenArguments(call) },
  };
}

/** Servers with templates fail on anything but objects. The result says why arguments could not be read. */
function writtenArguments({ arguments: args }: InvocationCanister): string {
  return JSON.stringify(wellFormed(args));
}

function toolMessage(
  { invocationId, content, failure }: ResultCanister,
  shown: Shown,
): ChatCompletionToolMessageParam {
  const answer = plainText(content.filter(part => !isShownImage(part, shown)));
  return {
    role: 'tool',
    tool_call_id: fittingIds.short(invocationId),
    content: answer === '' && failure !== undefined ? failureForModel(failure).toWellFormed() : answer,
  };
}

function resultImages({ invocationId, content }: ResultCanister, shown: Shown): ChatCompletionContentPart[] {
  const images = nativizeImages(content, shown);
  return images.length === 0
    ? []
    : [{ type: 'text', text: `Images in the result of ${fittingIds.short(invocationId)}:` }, ...images];
}

function joinedTexts(canisters: readonly Canister[]): string {
  return canisters
    .map(({ content }) => plainText(content))
    .filter(said => said !== '')
    .join('\n\n');
}
