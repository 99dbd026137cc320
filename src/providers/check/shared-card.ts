import type { JsonValue } from '../../converser/json/json.ts';
import type { CapabilityCard } from './capability-card.ts';
import { readCard } from './read-card.ts';

/** Characters in a file with a card. A card has some thousand. */
export const largestCard = 256 * 1024;

/** A card as it is given to others. */
export function sharedCardText(card: CapabilityCard): string {
  return `${JSON.stringify(card, undefined, 2)}\n`;
}

/** The card in a file that others may have written; `undefined` if it holds none. */
export function readSharedCard(text: string): CapabilityCard | undefined {
  if (text.length > largestCard) return undefined;
  try {
    return readCard(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

interface OwnModel {
  /** `provider/id`. */
  readonly model: string;
  readonly label: string;
  readonly now: Date;
}

/** Another's card, as one of a model of yours. A card from the future would win over all that you find out later. */
export function asOwnCard(card: CapabilityCard, { model, label, now }: OwnModel): CapabilityCard {
  const isLater = Date.parse(card.checked) > now.getTime();
  return { ...card, model, label, checked: isLater ? now.toISOString() : card.checked };
}
