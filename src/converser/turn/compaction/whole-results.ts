import { perObject } from '../../ground/per-object.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';

export interface WholeResults {
  /** Keeps the text of a result, by its id. The oldest ones go where all of them are too long together. */
  keep(id: string, text: string): void;
  of(id: string): string | undefined;
}

export const wholeResultsOf = perObject((_conversation: Conversation) => createWholeResults());

/** Characters of all of them together. */
const mostKept = 20_000_000;

export function createWholeResults(most = mostKept): WholeResults {
  const texts = new Map<string, string>();
  let size = 0;
  return {
    keep(id, text) {
      const kept = text.slice(0, most);
      texts.set(id, kept);
      size += kept.length;
      for (const [oldest, { length }] of texts) {
        if (size <= most) break;
        texts.delete(oldest);
        size -= length;
      }
    },
    of: id => texts.get(id),
  };
}
