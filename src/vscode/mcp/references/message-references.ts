import type { Prompt } from '../../../converser/turn/converse.ts';
import { type CompletionParts, type Completions, completions } from './completions.ts';
import { type ExpandParts, expandMessage } from './expand-message.ts';

/** What a message may name of servers of tools: prompts as `/server:prompt`, resources as `@server:uri`. */
export interface MessageReferences {
  /** What a message means. Rejects with a `ConverserError` where a server does not give what was named. */
  expand(message: string, signal: AbortSignal): Promise<Prompt>;
  /** What could stand at the end of what is written. Never rejects. */
  complete(before: string, signal: AbortSignal): Promise<Completions>;
}

export function createMessageReferences(parts: ExpandParts & CompletionParts): MessageReferences {
  return {
    expand: (message, signal) => expandMessage(message, parts, signal),
    complete: (before, signal) => completions(before, parts, signal),
  };
}
