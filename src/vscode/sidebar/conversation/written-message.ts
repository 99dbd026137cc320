import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Host } from '../../../converser/ground/host.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { newCanister } from '../../../converser/words/canister/new-canister.ts';
import type { TurnStart } from '../../../converser/words/conversation/converse-event.ts';

/** What the message names may have to be fetched before the model is asked. */
export interface WrittenMessage {
  readonly text: string;
  /** Contract: rejects when something that the message names cannot be fetched. */
  readonly expand: (signal: AbortSignal) => Promise<Prompt>;
}

/** Resolves to `aborted` as soon as the signal aborts. */
export async function expand(message: WrittenMessage, signal: AbortSignal): Promise<Prompt | typeof aborted> {
  const prompt = await orAborted(message.expand(signal), signal);
  if (prompt === aborted || signal.aborted) return aborted;
  if (isEmpty(prompt)) throw errors.badArguments('The message has no content, so nothing was sent');
  return prompt;
}

interface Beginning {
  readonly conversationId: string;
  readonly host: Host;
}

export function beginning(message: WrittenMessage, { conversationId, host }: Beginning): TurnStart {
  return {
    type: 'turn-start',
    conversationId,
    model: { provider: '', id: '', label: '' },
    canisters: [{ ...newCanister('user', host), role: 'user', content: [text(message.text)] }],
  };
}

function isEmpty({ content, documents = [] }: Prompt): boolean {
  return documents.length === 0 && content.every(part => part.type === 'text' && part.text.trim() === '');
}
