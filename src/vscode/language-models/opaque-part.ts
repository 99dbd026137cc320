import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { OpaqueContent } from '../../converser/words/canister/content.ts';

const mimeType = 'application/vnd.converser.opaque+json';

/** Clients that give this back let signed reasoning go on where it ended; others lose nothing else. */
export function opaquePart({ provider, data }: OpaqueContent): vscode.LanguageModelDataPart {
  return vscode.LanguageModelDataPart.json({ provider, data }, mimeType);
}

/** Clients may change the part, so it may have become anything, or nothing. */
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
