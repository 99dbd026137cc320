import * as vscode from 'vscode';
import { failureForModel } from '../../converser/call/invocation/failure-text.ts';
import type { Canister, ResultCanister } from '../../converser/words/canister/canister.ts';
import { isInvocation, isResult, startOfSaid } from '../../converser/words/canister/canister.ts';
import { type Content, type ImageContent, textOf } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { fittingIds } from '../../dialects/call-id.ts';
import { historyAsText } from '../../dialects/history-as-text.ts';
import { asSaid } from '../../dialects/late-instructions.ts';
import { wellFormed } from '../../dialects/well-formed.ts';

type UserPart =
  | vscode.LanguageModelTextPart
  | vscode.LanguageModelDataPart
  | vscode.LanguageModelToolResultPart;
type AssistantPart = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;

export interface NativizeOptions {
  /** Without tools in the request, earlier calls and results become text: some models reject them otherwise. */
  readonly withTools: boolean;
  /** Some models answer only if something follows the results. */
  readonly nudge?: string;
}

/**
 * VS Code's LM API has no system role, so instructions start the first message. Some models read only the
 * first text of a message, so texts are joined. Any vendor may be behind it: send nothing that one rejects.
 */
export function nativizeMessages(
  canisters: readonly Canister[],
  { withTools, nudge }: NativizeOptions,
): vscode.LanguageModelChatMessage[] {
  const relevant = (withTools ? canisters : historyAsText(canisters)).filter(says);
  const start = startOfSaid(relevant);
  const supervisor = relevant.slice(0, start).map(({ content }) => textOf(content));
  const spoken = groupByMessage(relevant.slice(start).map(asSaid));
  const groups = spoken[0]?.kind === 'user' ? spoken : [beginning, ...spoken];
  const messages = groups.map((group, at) => message(group, at === 0 ? supervisor : []));
  const last = groups.at(-1)?.kind;
  if (nudge !== undefined && last === 'results') messages.push(vscode.LanguageModelChatMessage.User(nudge));
  if (last === 'assistant') messages.push(vscode.LanguageModelChatMessage.User('Go on.'));
  return messages;
}

/** Calls and results always count. */
function says(canister: Canister): boolean {
  return isInvocation(canister) || isResult(canister) || textOf(canister.content).trim() !== '';
}

interface Group {
  readonly kind: 'user' | 'assistant' | 'results';
  readonly canisters: Canister[];
}

const beginning: Group = { kind: 'user', canisters: [] };

/** Results are a group of their own. */
function groupByMessage(canisters: readonly Canister[]): readonly Group[] {
  const groups: Group[] = [];
  for (const canister of canisters) {
    const kind = kindOf(canister);
    const last = groups.at(-1);
    if (last?.kind === kind) last.canisters.push(canister);
    else groups.push({ kind, canisters: [canister] });
  }
  return groups;
}

function kindOf({ role }: Canister): Group['kind'] {
  if (role === 'result') return 'results';
  return role === 'assistant' || role === 'invocation' ? 'assistant' : 'user';
}

function message({ kind, canisters }: Group, supervisor: readonly string[]): vscode.LanguageModelChatMessage {
  switch (kind) {
    case 'user':
      return vscode.LanguageModelChatMessage.User(userParts(canisters, supervisor));
    case 'assistant':
      return vscode.LanguageModelChatMessage.Assistant(assistantParts(canisters));
    case 'results':
      return vscode.LanguageModelChatMessage.User(canisters.filter(isResult).map(resultPart));
  }
}

function userParts(canisters: readonly Canister[], supervisor: readonly string[]): UserPart[] {
  const texts = canisters.map(({ role, content }) =>
    role === 'document'
      ? content.map(documentText).join('\n')
      : textOf(content.filter(part => !isShown(part))),
  );
  const joined = [...supervisor, ...texts].filter(text => text.trim() !== '').join('\n\n');
  const images = canisters.flatMap(({ content }) => content.flatMap(imageParts));
  if (joined === '' && images.length > 0) return images;
  return [textPart(joined || '(The conversation begins here.)'), ...images];
}

function documentText(part: Content): string {
  return part.type === 'resource'
    ? `<document uri="${part.uri}">\n${textOf([part])}\n</document>`
    : textOf([part]);
}

function imageParts(part: Content): vscode.LanguageModelDataPart[] {
  return isShown(part) ? [vscode.LanguageModelDataPart.image(part.bytes, part.mimeType)] : [];
}

/** No vendor accepts other or empty images, so they are only named. */
function isShown(part: Content): part is ImageContent {
  return part.type === 'image' && part.bytes.length > 0 && /^image\/(png|jpeg|gif|webp)$/.test(part.mimeType);
}

function textPart(said: string): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(said.toWellFormed());
}

function assistantParts(canisters: readonly Canister[]): AssistantPart[] {
  const said = canisters
    .filter(canister => !isInvocation(canister))
    .map(({ content }) => textOf(content))
    .filter(text => text.trim() !== '')
    .join('\n\n');
  const calls = canisters
    .filter(isInvocation)
    .map(
      call =>
        new vscode.LanguageModelToolCallPart(
          fittingIds.short(call.id),
          wireName(call),
          wellFormed(call.arguments),
        ),
    );
  return said === '' ? calls : [textPart(said), ...calls];
}

function resultPart(result: ResultCanister): vscode.LanguageModelToolResultPart {
  const said = textOf(result.content.filter(part => !isShown(part)));
  const failed = result.failure === undefined ? '' : failureForModel(result.failure);
  return new vscode.LanguageModelToolResultPart(fittingIds.short(result.invocationId), [
    textPart(said === '' ? failed : said),
    ...result.content.flatMap(imageParts),
  ]);
}
