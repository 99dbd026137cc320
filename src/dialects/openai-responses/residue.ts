import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import type { Content, OpaqueContent } from '../../converser/canister/content.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { wellFormed } from '../well-formed.ts';

/** Reasoning as the server sealed it, and after how many calls of its reply it stood. */
export interface Residue {
  readonly item: ResponseReasoningItem;
  readonly afterCalls: number;
}

const dialect = 'openai-responses';

export function opaqueResidue(provider: string, { item, afterCalls }: Residue): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, item: item as unknown as JsonObject, afterCalls } };
}

/** The reasoning among some parts that is to be replayed to this provider. */
export function residueFor(provider: string, content: readonly Content[]): readonly Residue[] {
  return content.flatMap(part => {
    if (part.type !== 'opaque' || part.provider !== provider || !isJsonObject(part.data)) return [];
    const { item, afterCalls, ...others } = part.data;
    if (others.dialect !== dialect || !isJsonObject(item) || !isSealed(item)) return [];
    return [
      {
        item: wellFormed(item) as unknown as ResponseReasoningItem,
        afterCalls: typeof afterCalls === 'number' ? afterCalls : 0,
      },
    ];
  });
}

/** What is not sealed the server would look for among what it kept, and it was told to keep nothing. */
function isSealed({ type, encrypted_content: sealed }: JsonObject): boolean {
  return type === 'reasoning' && typeof sealed === 'string' && sealed !== '';
}
