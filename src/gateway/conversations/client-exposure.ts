import type { Host } from '../../converser/ground/host.ts';
import { newCanister } from '../../converser/words/canister/new-canister.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { ContentLabels } from '../../converser/words/labels/content-labels.ts';
import { carriedLabel } from '../../converser/words/labels/exposure.ts';
import { isWithin, type Label, ofOutside } from '../../converser/words/labels/label.ts';

export interface ExposureMemory {
  readonly labels: Pick<ContentLabels, 'at' | 'noteAll'>;
  readonly roots: () => readonly string[];
}

/** What a program was exposed to in a workspace counts in all its conversations and sessions there, later ones too. */
export interface ClientExposure {
  /** Labels what only the program knows the origin of. */
  readonly sent: Label;
  /** Neither rejects. */
  enter(conversation: Conversation): Promise<void>;
  leave(conversation: Conversation): Promise<void>;
}

export function createClientExposure(
  client: string,
  memory: ExposureMemory | undefined,
  host: Pick<Host, 'ids' | 'clock'>,
): ClientExposure {
  const place = () => `exposure of ${JSON.stringify([client, ...(memory?.roots() ?? [])])}`;
  return {
    sent: ofOutside(`client:${client}`),
    async enter(conversation) {
      const found = await memory?.labels.at(place());
      const label = found && { ...found, read: `what ${client} got earlier` };
      if (label !== undefined)
        conversation.show([{ ...newCanister('document', host), role: 'document', content: [], label }]);
    },
    async leave(conversation) {
      const exposure = conversation.exposure();
      // What it sends is known from each history that it sends.
      const outside = new Map([...exposure.outside].filter(([source]) => source !== `client:${client}`));
      const label = carriedLabel({ ...exposure, outside });
      const before = await memory?.labels.at(place());
      if (label !== undefined && !(before && isWithin(label, before)))
        await memory?.labels.noteAll({ texts: [], places: [place()] }, label);
    },
  };
}
