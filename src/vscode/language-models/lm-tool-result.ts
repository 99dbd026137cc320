import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';

/** Parts of an unknown kind are named, not dropped. */
export function normalizeToolResult(
  { content }: vscode.LanguageModelToolResult,
  tool: string,
): readonly Content[] {
  return content.map((part, index): Content => {
    if (part instanceof vscode.LanguageModelTextPart) return text(part.value);
    if (part instanceof vscode.LanguageModelPromptTsxPart) return text(promptText(part.value));
    if (part instanceof vscode.LanguageModelDataPart)
      return normalizeData(part, `vscode-tool:${tool}/${index + 1}`);
    return text('[Converser cannot show this kind of content.]');
  });
}

function normalizeData({ mimeType, data }: vscode.LanguageModelDataPart, uri: string): Content {
  if (mimeType.startsWith('image/')) return { type: 'image', mimeType, bytes: data };
  if (isText(mimeType)) return text(new TextDecoder().decode(data), mimeType);
  return { type: 'resource', uri, mimeType, bytes: data };
}

function isText(mimeType: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|toml)\b|\+(json|xml)\b/.test(mimeType);
}

/** See https://github.com/microsoft/vscode-prompt-tsx/blob/main/src/base/jsonTypes.ts. */
function promptText(value: unknown): string {
  const pieces: string[] = [];
  collect(isJsonObject(value) ? value.node : undefined, pieces);
  return pieces.join('').trim();
}

function collect(node: unknown, pieces: string[]): void {
  if (!isJsonObject(node)) return;
  const { text: said, lineBreakBefore, children } = node;
  if (lineBreakBefore === true && pieces.length > 0) pieces.push('\n');
  if (typeof said === 'string') pieces.push(said);
  if (Array.isArray(children)) for (const child of children) collect(child, pieces);
}
