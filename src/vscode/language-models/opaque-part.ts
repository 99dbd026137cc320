import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { OpaqueContent } from '../../converser/words/canister/content.ts';

const mimeType = 'application/vnd.converser.opaque+json';

/**
 * What a provider wants back, as a part of a reply. Clients that keep a model's parts as they are give it back
 * with the conversation, and reasoning that is signed goes on where it ended; others lose nothing else.
 */
export function opaquePart({ provider, data }: OpaqueContent): vscode.LanguageModelDataPart {
  return vscode.LanguageModelDataPart.json({ provider, data }, mimeType);
}

/** What `opaquePart` made. Clients may change it, so it may have become anything, or nothing. */
export function readOpaquePart(part: vscode.LanguageModelDataPart): OpaqueContent | undefined {
  if (part.mimeType !== mimeType) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(part.data));
    if (!isJsonObject(value) || typeof value.provider !== 'string' || value.data === undefined)
      return undefined;
    return { type: 'opaque', provider: value.provider, data: value.data };
  } catch {
    return undefined;
  }
}
