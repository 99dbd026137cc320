import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { text } from '../../../converser/canister/content.ts';
import { newCanister } from '../../../converser/canister/new-canister.ts';
import type { TurnStart } from '../../../converser/conversation/converse-event.ts';
import { errors } from '../../../converser/errors.ts';
import type { Host } from '../../../converser/host.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';

/** A message that may name things which must be fetched before the model is asked. */
export interface WrittenMessage {
  readonly text: string;
  /** What it means. Contract: rejects when something that it names cannot be fetched. */
  readonly expand: (signal: AbortSignal) => Promise<Prompt>;
}

/** What a message means; `aborted` as soon as the signal aborts. */
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

/** How a turn shows until it is known what its message means, and which model answers. */
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
