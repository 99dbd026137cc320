import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type {
  FunctionTool,
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
} from 'openai/resources/responses/responses';
import { failureForModel } from '../../converser/call/invocation/failure-text.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { fittingIds } from '../call-id.ts';
import { isReferring } from '../found-tools.ts';
import { nativizeUserContent, plainText, type Shown } from '../openai-chat/nativize-content.ts';
import { type Replayed, replyItems, type Spoken } from './reply-items.ts';

export interface InputOptions extends Shown, Replayed {
  readonly supervisor: 'system' | 'developer';
  readonly definitions: ReadonlyMap<string, FunctionTool>;
}

/** One side may have several items in a row. The last item always calls for a reply. */
export function nativizeInput(canisters: readonly Canister[], options: InputOptions): ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  for (let at = 0; at < canisters.length; at++) {
    const canister = canisters[at];
    if (canister === undefined) break;
    const round = roundFrom(canisters, at);
    if (round === undefined) {
      items.push(...nativizeCanister(canister, options));
      if (canister.role === 'result' && canisters[at + 1]?.role !== 'result')
        items.push(...moreTools(resultsUpTo(canisters, at), options));
    } else {
      items.push(...replyItems(round, options));
      at += round.length - 1;
    }
  }
  return answerable(once(items));
}

function resultsUpTo(canisters: readonly Canister[], end: number): readonly Canister[] {
  const before = canisters.slice(0, end).findLastIndex(({ role }) => role !== 'result');
  return canisters.slice(before + 1, end + 1);
}

/** Nothing may come between the results of a round and their calls, so the tools follow all results. */
function moreTools(
  results: readonly Canister[],
  { definitions }: Pick<InputOptions, 'definitions'>,
): readonly ResponseInputItem.AdditionalTools[] {
  const tools = results.flatMap(canister => {
    const names = canister.role === 'result' && isReferring(canister) ? canister.toolReferences : [];
    return names.flatMap(name => definitions.get(name) ?? []);
  });
  return tools.length === 0 ? [] : [{ type: 'additional_tools', role: 'developer', tools }];
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
    case 'compaction':
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
