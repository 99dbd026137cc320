import * as vscode from 'vscode';
import type { Canister, InvocationCanister, ResultCanister } from '../converser/canister.ts';
import { isInvocation, isResult } from '../converser/canister.ts';
import { type Content, textOf } from '../converser/content.ts';
import { wireName } from '../converser/wire-name.ts';

type UserPart =
  | vscode.LanguageModelTextPart
  | vscode.LanguageModelDataPart
  | vscode.LanguageModelToolResultPart;
type AssistantPart = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;

export interface NativizeOptions {
  /** Without tools in the request, earlier calls and results are told as text: some models refuse them otherwise. */
  readonly withTools: boolean;
  /** What to say after results when they would be the last message, for models that need to be asked again. */
  readonly nudge?: string;
}

/**
 * Canisters as messages of VS Code's LM API, which has no system role: what a supervisor says leads the first
 * user message. Of several texts in one message some models read only the first, so texts are joined.
 */
export function nativizeMessages(
  canisters: readonly Canister[],
  { withTools, nudge }: NativizeOptions,
): vscode.LanguageModelChatMessage[] {
  const told = withTools ? canisters : canisters.map(asText);
  const supervisor = told.filter(({ role }) => role === 'supervisor').map(({ content }) => textOf(content));
  const groups = groupByMessage(told.filter(({ role }) => role !== 'supervisor'));
  const firstUser = groups.find(({ kind }) => kind === 'user');
  const messages = groups.map(group => message(group, group === firstUser ? supervisor : []));
  if (nudge !== undefined && groups.at(-1)?.kind === 'results')
    messages.push(vscode.LanguageModelChatMessage.User(nudge));
  return messages;
}

interface Group {
  readonly kind: 'user' | 'assistant' | 'results';
  readonly canisters: Canister[];
}

/** What is said by one side without interruption; results stand by themselves. */
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
      : textOf(content.filter(part => part.type !== 'image')),
  );
  const joined = [...supervisor, ...texts].filter(text => text !== '').join('\n\n');
  return [
    new vscode.LanguageModelTextPart(joined),
    ...canisters.flatMap(({ content }) => content.flatMap(imageParts)),
  ];
}

function documentText(part: Content): string {
  return part.type === 'resource'
    ? `<document uri="${part.uri}">\n${textOf([part])}\n</document>`
    : textOf([part]);
}

function imageParts(part: Content): vscode.LanguageModelDataPart[] {
  return part.type === 'image' ? [vscode.LanguageModelDataPart.image(part.bytes, part.mimeType)] : [];
}

function assistantParts(canisters: readonly Canister[]): AssistantPart[] {
  const said = canisters
    .filter(canister => !isInvocation(canister))
    .map(({ content }) => textOf(content))
    .filter(text => text !== '')
    .join('\n\n');
  const calls = canisters
    .filter(isInvocation)
    .map(call => new vscode.LanguageModelToolCallPart(call.id, wireName(call), call.arguments));
  return said === '' ? calls : [new vscode.LanguageModelTextPart(said), ...calls];
}

function resultPart(result: ResultCanister): vscode.LanguageModelToolResultPart {
  return new vscode.LanguageModelToolResultPart(result.invocationId, [
    new vscode.LanguageModelTextPart(textOf(result.content.filter(part => part.type !== 'image'))),
    ...result.content.flatMap(imageParts),
  ]);
}

function asText(canister: Canister): Canister {
  if (isInvocation(canister))
    return { ...common(canister), role: 'assistant', content: [plain(callText(canister))] };
  if (isResult(canister))
    return { ...common(canister), role: 'user', content: [plain(resultText(canister))] };
  return canister;
}

function common({ id, timestamp, marks }: Canister) {
  return { id, timestamp, marks };
}

function plain(text: string): Content {
  return { type: 'text', mimeType: 'text/plain', text };
}

function callText(call: InvocationCanister): string {
  return `[I called the tool ${wireName(call)} with ${JSON.stringify(call.arguments)}.]`;
}

function resultText(result: ResultCanister): string {
  return `[The tool answered:]\n${textOf(result.content)}`;
}
