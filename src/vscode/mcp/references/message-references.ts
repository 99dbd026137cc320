import type { HeldFiles } from '../../../converser/turn/attachments/attachment.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import { type ExpandPorts, expandMessage } from '../../../ensembles/mcp/references/expand-message.ts';
import { type CompletionPorts, type Completions, completions } from './completions.ts';

export interface MessageReferences {
  /** Rejects with a `ConverserError` if a server does not provide what the message names. */
  expand(message: string, signal: AbortSignal, held?: HeldFiles): Promise<Prompt>;
  /** Contract: never rejects. */
  complete(before: string, signal: AbortSignal): Promise<Completions>;
}

export function createMessageReferences(ports: ExpandPorts & CompletionPorts): MessageReferences {
  return {
    expand: (message, signal) => expandMessage(message, ports, signal),
    complete: (before, signal) => completions(before, ports, signal),
  };
}
