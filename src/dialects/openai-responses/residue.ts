import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';
import { wellFormed } from '../well-formed.ts';

export interface Residue {
  readonly item: ResponseReasoningItem;
  readonly afterCalls: number;
}

const dialect = 'openai-responses';

export function opaqueResidue(provider: string, { item, afterCalls }: Residue): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, item: item as unknown as JsonObject, afterCalls } };
}

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

/** Without encrypted content the server would look for stored reasoning, but it stores nothing. */
function isSealed({ type, encrypted_content: sealed }: JsonObject): boolean {
  return type === 'reasoning' && typeof sealed === 'string' && sealed !== '';
}
