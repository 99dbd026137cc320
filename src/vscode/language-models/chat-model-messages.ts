import * as vscode from 'vscode';
import type { Host } from '../../converser/ground/host.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { readOpaquePart } from './opaque-part.ts';

type Names = Pick<Host, 'ids' | 'clock'>;

/** Tools are the client's own, so an invocation keeps its name on the wire and belongs to no ensemble. */
export function normalizeMessages(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  names: Names,
): readonly Canister[] {
  return messages.flatMap(message => normalizeMessage(message, names));
}

function normalizeMessage(
  message: vscode.LanguageModelChatRequestMessage,
  names: Names,
): readonly Canister[] {
  const role = message.role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user';
  const said = message.content.flatMap(saidContent);
  const common = (id: string) => ({ id, timestamp: names.clock.now().toISOString(), marks: ordinaryMarks });
  const results = message.content.filter(isResultPart).map(
    (part): Canister => ({
      ...common(names.ids.next('result')),
      role: 'result',
      invocationId: part.callId,
      content: part.content.flatMap(saidContent),
    }),
  );
  const calls = message.content.filter(isCallPart).map(
    (part): Canister => ({
      ...common(part.callId),
      role: 'invocation',
      ensemble: '',
      name: part.name,
      arguments: isJsonObject(part.input) ? (part.input as JsonObject) : {},
      content: [],
    }),
  );
  const own: Canister[] = said.length === 0 ? [] : [{ ...common(names.ids.next(role)), role, content: said }];
  return [...results, ...own, ...calls];
}

function saidContent(part: unknown): Content[] {
  if (part instanceof vscode.LanguageModelTextPart) return part.value === '' ? [] : [text(part.value)];
  if (!(part instanceof vscode.LanguageModelDataPart)) return [];
  const opaque = readOpaquePart(part);
  if (opaque !== undefined) return [opaque];
  if (part.mimeType.startsWith('image/'))
    return [{ type: 'image', mimeType: part.mimeType, bytes: part.data }];
  const isText = /^text\/|json$/.test(part.mimeType);
  return isText ? [text(new TextDecoder().decode(part.data), part.mimeType)] : [];
}

function isResultPart(part: unknown): part is vscode.LanguageModelToolResultPart {
  return part instanceof vscode.LanguageModelToolResultPart;
}

function isCallPart(part: unknown): part is vscode.LanguageModelToolCallPart {
  return part instanceof vscode.LanguageModelToolCallPart;
}
