import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Host } from '../../../converser/ground/host.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Attachment, HeldFiles } from '../../../converser/turn/attachments/attachment.ts';
import { isHeldName } from '../../../converser/turn/attachments/mention.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import { isPrompt } from '../../../converser/words/canister/canister.ts';
import { type Content, text } from '../../../converser/words/canister/content.ts';
import { newCanister } from '../../../converser/words/canister/new-canister.ts';
import type { TurnStart } from '../../../converser/words/conversation/converse-event.ts';
import type { ReadLabel } from '../../../converser/words/labels/label.ts';
import { promptText } from '../../../converser/words/texts/prompt-text.ts';

/** What the message names may have to be fetched before the model is asked. */
export interface WrittenMessage {
  readonly text: string;
  /** Contract: rejects when something that the message names cannot be fetched. */
  readonly expand: (signal: AbortSignal) => Promise<Prompt>;
}

/** As it was sent, with what was attached then. */
export function sentBefore(turn: readonly Canister[]): WrittenMessage {
  return { text: promptText(turn), expand: async () => promptSent(turn) };
}

/** Pasted files by their names, which may mean others by now. */
export function heldIn(turn: readonly Canister[]): HeldFiles {
  const { documents, labels, names } = promptSent(turn);
  const found = documents.flatMap((content): readonly (readonly [string, Attachment])[] => {
    const name = names.get(content) ?? '';
    if (!isHeldName(name)) return [];
    const kind = content.type === 'image' ? 'image' : 'file';
    const title = content.type === 'resource' ? content.uri : name;
    return [[name, defined({ kind, title, name, content, label: labels.get(content) })]];
  });
  return new Map(found);
}

/** A changed message keeps the pictures of an imported one, which no text names. */
export function withPictures(prompt: Prompt, turn: readonly Canister[]): Prompt {
  const sent = promptSent(turn);
  const pictures = sent.content.filter(({ type }) => type !== 'text');
  if (pictures.length === 0) return prompt;
  const labels = new Map([...sent.labels, ...(prompt.labels ?? [])]);
  return { ...prompt, content: [...prompt.content, ...pictures], labels };
}

/** What the folder or the run adds by itself comes anew. */
function promptSent(turn: readonly Canister[]) {
  const labels = new Map<Content, ReadLabel>();
  const names = new Map<Content, string>();
  const documents: Content[] = [];
  let content: readonly Content[] = [];
  for (const canister of turn.filter(isPrompt)) {
    if (canister.role === 'document' && canister.stands !== undefined) continue;
    const [name, document] = canister.content;
    if (canister.role === 'user') content = canister.content;
    else if (document === undefined) documents.push(...canister.content);
    else {
      documents.push(document);
      if (name?.type === 'text') names.set(document, name.text.replace(/:$/, ''));
    }
    if (canister.label !== undefined) for (const part of canister.content) labels.set(part, canister.label);
  }
  return { content, documents, labels, names };
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
