import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type {
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
} from 'openai/resources/responses/responses';
import {
  type AssistantCanister,
  type Canister,
  type InvocationCanister,
  isInvocation,
} from '../../converser/canister/canister.ts';
import { wireName } from '../../converser/ensemble/wire-name.ts';
import { failureForModel } from '../../converser/invocation/failure-text.ts';
import { fittingIds } from '../call-id.ts';
import { nativizeUserContent, plainText, type Shown } from '../openai-chat/nativize-content.ts';
import { wellFormed } from '../well-formed.ts';
import { type Residue, residueFor } from './residue.ts';

export interface InputOptions extends Shown {
  /** Whose reasoning is replayed. `undefined` for a model that does not reason. */
  readonly provider: string | undefined;
  readonly supervisor: 'system' | 'developer';
}

/**
 * Canisters as items. One side may have several in a row in this format. Empty ones are left out, and the last item
 * always calls for a reply.
 */
export function nativizeInput(canisters: readonly Canister[], options: InputOptions): ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  for (let at = 0; at < canisters.length; at++) {
    const canister = canisters[at];
    if (canister === undefined) break;
    const round = roundFrom(canisters, at);
    if (round === undefined) {
      items.push(...nativizeCanister(canister, options));
    } else {
      items.push(...nativizeRound(round, options));
      at += round.length - 1;
    }
  }
  return answerable(once(items));
}

/** The server rejects the same reasoning twice. */
function once(items: readonly ResponseInputItem[]): readonly ResponseInputItem[] {
  const seen = new Set<unknown>();
  return items.filter(item => item.type !== 'reasoning' || (!seen.has(item.id) && seen.add(item.id)));
}

function answerable(items: readonly ResponseInputItem[]): ResponseInputItem[] {
  const last = items.at(-1);
  if (last === undefined) return [{ role: 'user', content: '(The conversation begins here.)' }];
  const isAnswered = 'role' in last && last.role === 'assistant';
  return isAnswered ? [...items, { role: 'user', content: 'Go on.' }] : [...items];
}

type Spoken = AssistantCanister | InvocationCanister;

/** The canisters of one reply: its text, if any, and its calls. */
function roundFrom(canisters: readonly Canister[], start: number): readonly Spoken[] | undefined {
  const round: Spoken[] = [];
  for (let at = start; at < canisters.length; at++) {
    const canister = canisters[at];
    const isPart = canister?.role === 'invocation' || (canister?.role === 'assistant' && round.length === 0);
    if (!isPart) break;
    round.push(canister);
  }
  return round.length === 0 ? undefined : round;
}

/** Invariant: reasoning is followed by what it led to, because the server rejects it alone. */
function nativizeRound(round: readonly Spoken[], { provider }: InputOptions): ResponseInputItem[] {
  const said = round.find(({ role }) => role === 'assistant');
  const calls = round.filter(isInvocation);
  const words = plainText(said?.content ?? []);
  const residue = provider === undefined ? [] : residueFor(provider, said?.content ?? []);
  const thoughts = (isDue: (residue: Residue) => boolean) => residue.filter(isDue).map(({ item }) => item);
  const items: ResponseInputItem[] = [];
  if (words !== '' || calls.length > 0) items.push(...thoughts(({ afterCalls }) => afterCalls === 0));
  if (words !== '') items.push({ role: 'assistant', content: words });
  for (const [at, call] of calls.entries()) {
    if (at > 0) items.push(...thoughts(({ afterCalls }) => afterCalls === at));
    items.push(functionCall(call));
  }
  return items;
}

function functionCall(call: InvocationCanister): ResponseInputItem {
  return {
    type: 'function_call',
    call_id: fittingIds.long(call.id),
    name: wireName(call),
    arguments: JSON.stringify(wellFormed(call.arguments)),
  };
}

function nativizeCanister(canister: Canister, options: InputOptions): readonly ResponseInputItem[] {
  switch (canister.role) {
    case 'supervisor':
      return message(options.supervisor, plainText(canister.content));
    case 'user':
    case 'document':
      return message('user', inputContent(canister, options));
    case 'result':
      return [
        {
          type: 'function_call_output',
          call_id: fittingIds.long(canister.invocationId),
          output: output(canister, options),
        },
      ];
    case 'assistant':
    case 'invocation':
      return [];
  }
}

function message(
  role: 'system' | 'developer' | 'user',
  content: string | InputPart[],
): readonly ResponseInputItem[] {
  return content.length === 0 ? [] : [{ role, content }];
}

function output(
  result: Extract<Canister, { role: 'result' }>,
  shown: Shown,
): ReturnType<typeof inputContent> {
  const content = inputContent(result, shown);
  return content === '' && result.failure !== undefined
    ? failureForModel(result.failure).toWellFormed()
    : content;
}

type InputPart = ResponseInputText | ResponseInputImage | ResponseInputFile;

function inputContent(canister: Canister, shown: Shown): string | InputPart[] {
  const content = nativizeUserContent([canister], shown);
  return typeof content === 'string' ? content : content.flatMap(inputPart);
}

function inputPart(part: ChatCompletionContentPart): InputPart[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'input_text', text: part.text }];
    case 'image_url':
      return [{ type: 'input_image', image_url: part.image_url.url, detail: 'auto' }];
    case 'file':
      return [{ type: 'input_file', ...part.file }];
    case 'input_audio':
      return [];
  }
}
