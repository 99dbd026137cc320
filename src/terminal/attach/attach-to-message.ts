import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { attachMentioned } from '../../converser/turn/attachments/attach-mentioned.ts';
import { type Attached, attachmentTokens } from '../../converser/turn/attachments/attachment.ts';
import { unseenText } from '../../converser/turn/attachments/unseen-text.ts';
import { withAttachments } from '../../converser/turn/attachments/with-attachments.ts';
import type { Prompt } from '../../converser/turn/converse-options.ts';
import { text, textOf } from '../../converser/words/canister/content.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { type ExpandPorts, expandMessage } from '../../ensembles/mcp/references/expand-message.ts';
import { brief, inOneLine } from '../render/printable.ts';
import { attachNamed, type NamingPorts } from './attach-named.ts';

export interface MessageAttacherOptions {
  readonly attach: readonly string[];
  /** You have typed the first message: what another program writes names nothing for you. */
  readonly isTyped: boolean;
  readonly model: () => Pick<Model, 'label' | 'capabilities'>;
  readonly ports: NamingPorts & Pick<ExpandPorts, 'roster'>;
  readonly tell: (line: string) => unknown;
  readonly complain: (line: string) => unknown;
}

/** Resolves with an outcome where the message can't be sent, or should not be sent any more. Never rejects. */
export type MessageAttacher = (
  message: string,
  signal: AbortSignal,
) => Promise<Prompt | 'stopped' | 'failed'>;

export function createMessageAttacher(options: MessageAttacherOptions): MessageAttacher {
  const { attach, isTyped, model, ports, tell, complain } = options;
  const { attachments, roster } = ports;
  const sources = {
    place: attachments.place,
    live: { 'git-diff': attachments.gitDiff },
    held: async () => undefined,
  };
  let isFirst = true;
  async function promptOf(message: string, signal: AbortSignal): Promise<Prompt> {
    const named = isFirst ? await attachNamed(attach, ports, signal) : [];
    const namesSomething = isTyped || !isFirst;
    const mentioned = namesSomething ? await attachMentioned(message, sources, signal) : [];
    const written: Prompt = { content: [text(message)] };
    const expanded = namesSomething
      ? await expandMessage(message, { roster, onRead: () => {} }, signal)
      : written;
    isFirst = false;
    const all = distinct([...named, ...mentioned]);
    const prompt = withAttachments(expanded, all);
    for (const attached of all) tell(attachedLine(attached));
    const resources = new Set([...(expanded.labels?.values() ?? [])].map(({ read }) => read));
    for (const each of resources) if (each !== undefined) tell(`Attached ${inOneLine(each)}`);
    const sent = textOf(expanded.content);
    if (sent !== message) tell(`Sent as: ${brief(sent, 300)}`);
    const unseen = unseenText(all, model());
    if (unseen !== undefined) tell(unseen);
    return prompt;
  }
  return async (message, signal) => {
    try {
      const prompt = await orAborted(promptOf(message, signal), signal);
      return prompt === aborted ? 'stopped' : prompt;
    } catch (cause) {
      if (signal.aborted) return 'stopped';
      complain(reasonOf(cause));
      return 'failed';
    }
  };
}

function distinct(all: readonly Attached[]): readonly Attached[] {
  const titles = all.map(each => ('attachment' in each ? each.attachment.title : each.title));
  return all.filter((_, at) => titles.indexOf(titles[at] ?? '') === at);
}

function attachedLine(attached: Attached): string {
  if ('problem' in attached) return `Not attached: ${attached.title}. ${attached.problem}`;
  const { title, note, label } = attached.attachment;
  const secret = label?.confidentiality === 'secret' ? ', holds keys' : '';
  const tokens = countText(attachmentTokens(attached.attachment), 'token');
  return `Attached ${title}: about ${tokens}${secret}${note === undefined ? '' : `, ${note}`}`;
}
