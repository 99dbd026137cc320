import type { ResponseInputItem } from 'openai/resources/responses/responses';
import {
  type AssistantCanister,
  type InvocationCanister,
  isInvocation,
} from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { fittingIds } from '../call-id.ts';
import { plainText } from '../openai-chat/nativize-content.ts';
import { wellFormed } from '../well-formed.ts';
import { type PhaseMark, paragraphBreak, phaseFor } from './phase.ts';
import { residueFor } from './residue.ts';

export type Spoken = AssistantCanister | InvocationCanister;

interface Placed {
  readonly item: ResponseInputItem;
  readonly afterCalls: number;
}

export interface Replayed {
  readonly provider: string | undefined;
  readonly phases: boolean;
}

/** Invariant: reasoning is followed by what it led to, because the server rejects it alone. */
export function replyItems(round: readonly Spoken[], { provider, phases }: Replayed): ResponseInputItem[] {
  const content = round.find(({ role }) => role === 'assistant')?.content ?? [];
  const calls = round.filter(isInvocation);
  const placed = provider === undefined ? unphased(content) : withReasoning(content, { provider, phases });
  const due = (isDue: (afterCalls: number) => boolean) =>
    placed.flatMap(({ item, afterCalls }) => (isDue(afterCalls) ? [item] : []));
  const items = calls.flatMap((call, at) => [...due(after => after === at), functionCall(call)]);
  items.push(...due(after => after >= calls.length));
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

function unphased(content: readonly Content[]): readonly Placed[] {
  return message(plainText(content));
}

function withReasoning(
  content: readonly Content[],
  { provider, phases }: Replayed & { readonly provider: string },
): readonly Placed[] {
  const isPhased = phases && content.some(part => phaseFor(provider, part));
  return isPhased ? inPhases(content, provider) : [...residueFor(provider, content), ...unphased(content)];
}

function inPhases(content: readonly Content[], provider: string): readonly Placed[] {
  const placed: Placed[] = [];
  let mark: PhaseMark | undefined;
  let isFirst = true;
  for (const part of content) {
    const words = plainText([part]);
    mark = phaseFor(provider, part) ?? mark;
    placed.push(...residueFor(provider, [part]), ...message(isFirst ? words : withoutBreak(words), mark));
    isFirst &&= words === '';
  }
  return placed;
}

function withoutBreak(words: string): string {
  return words.startsWith(paragraphBreak) ? words.slice(paragraphBreak.length) : words;
}

function message(content: string, mark?: PhaseMark): readonly Placed[] {
  if (content === '') return [];
  const { phase, afterCalls = 0 } = mark ?? {};
  // llama.cpp rejects messages of a model without their type; OpenAI doesn't need it.
  return [{ item: { type: 'message', role: 'assistant', content, ...(phase && { phase }) }, afterCalls }];
}

function functionCall(call: InvocationCanister): ResponseInputItem {
  return {
    type: 'function_call',
    call_id: fittingIds.long(call.id),
    name: wireName(call),
    arguments: JSON.stringify(wellFormed(call.arguments)),
  };
}
