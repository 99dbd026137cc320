import { converse } from '../../../src/converser/turn/converse.ts';
import type { ConverseOptions, Prompt } from '../../../src/converser/turn/converse-options.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../../src/converser/words/conversation/converse-event.ts';

interface TakenTurn extends Omit<ConverseOptions, 'signal'> {
  readonly signal?: AbortSignal;
  readonly conversation?: ReturnType<typeof createConversation>;
  readonly said?: string | Prompt;
  /** Hears each event, and leaves the turn there with `leave`. */
  readonly hear?: ((event: ConverseEvent) => unknown) | undefined;
}

/** Takes a turn of a conversation, or the first one of a new conversation, and keeps its events. */
export async function takeTurn({
  conversation = createConversation('c'),
  said = 'Go.',
  hear,
  signal = new AbortController().signal,
  ...options
}: TakenTurn) {
  const events: ConverseEvent[] = [];
  const prompt = typeof said === 'string' ? { content: [text(said)] } : said;
  for await (const event of converse(conversation, prompt, { ...options, signal })) {
    events.push(event);
    if (hear?.(event) === 'leave') break;
  }
  return { events, end: events.at(-1) as TurnEnd, conversation };
}

/** Leaves a turn at the first event of that type. */
export function leaving(type: ConverseEvent['type']) {
  return (event: ConverseEvent) => (event.type === type ? 'leave' : undefined);
}
