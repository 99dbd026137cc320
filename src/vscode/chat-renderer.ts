import * as vscode from 'vscode';
import type { InvocationCanister, ResultCanister } from '../converser/canister.ts';
import { textOf } from '../converser/content.ts';
import type { ConverseEvent, InvocationEnd, TurnEnd } from '../converser/converse-event.ts';
import { cutText } from '../converser/cut-text.ts';
import { fullName } from '../converser/invoker.ts';
import { codeBlock, escapeMarkdown, inlineCode } from './chat-markdown.ts';
import { createFileAnchors } from './file-anchors.ts';
import { workspaceUri } from './workspace-uri.ts';

/** Shows the events of a turn in a chat answer, and returns how it ended. */
export async function renderInChat(
  events: AsyncIterable<ConverseEvent>,
  stream: vscode.ChatResponseStream,
): Promise<TurnEnd> {
  const anchors = createFileAnchors(stream);
  const invocations = new Map<string, InvocationCanister>();
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        await anchors.write(event.text);
        break;
      case 'round-end':
        await anchors.flush();
        break;
      case 'invocation-start':
        invocations.set(event.canister.id, event.canister);
        stream.progress(`Calling ${fullName(event.canister)} ${summary(event.canister)}`);
        break;
      case 'invocation-progress':
        stream.progress(event.message);
        break;
      case 'invocation-end': {
        const invocation = invocations.get(event.canister.invocationId);
        if (invocation !== undefined) await showInvocation(stream, invocation, event);
        break;
      }
      case 'notice':
        stream.markdown(themed(`\n\n$(info) ${escapeMarkdown(event.message)}\n\n`));
        break;
      case 'turn-end':
        await anchors.flush();
        return event;
      case 'turn-start':
      case 'round-start':
      case 'reasoning-delta':
      case 'usage':
        break;
    }
  }
  throw new Error('The stream of the turn broke off without a turn-end.');
}

async function showInvocation(
  stream: vscode.ChatResponseStream,
  invocation: InvocationCanister,
  { canister, duration }: InvocationEnd,
): Promise<void> {
  const { path } = invocation.arguments;
  const uri = typeof path === 'string' ? await workspaceUri(path) : undefined;
  if (uri !== undefined) stream.reference(uri);
  const name = `${icon(canister)} ${inlineCode(fullName(invocation))}`;
  const row = themed(
    `\n\n<details><summary>${name} ${escapeHtml(summary(invocation))} · ${escapeHtml(outcome(canister, duration))}</summary>\n\n${details(invocation, canister)}\n\n</details>\n\n`,
  );
  row.supportHtml = true;
  stream.markdown(row);
}

function icon({ failure, repeats }: ResultCanister): string {
  if (failure === undefined) return repeats === undefined ? '$(check)' : '$(history)';
  return failure.kind === 'permission' ? '$(circle-slash)' : '$(error)';
}

/** The arguments on one line, short enough to be read in passing. */
function summary({ arguments: args, malformedArguments }: InvocationCanister): string {
  const shown =
    malformedArguments ??
    Object.entries(args)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join(', ');
  return shown.length > 100 ? `${shown.slice(0, 97)}…` : shown;
}

function outcome({ failure, repeats }: ResultCanister, duration: number): string {
  if (failure !== undefined)
    return failure.message.length > 120 ? `${failure.message.slice(0, 117)}…` : failure.message;
  return repeats === undefined ? `${Math.round(duration)} ms` : 'same as before';
}

const shownCharacters = 4_000;

function details(invocation: InvocationCanister, result: ResultCanister): string {
  const cut = { limit: shownCharacters, readOn: 'The sidebar shows all of it.' };
  const args = codeBlock(
    invocation.malformedArguments ?? JSON.stringify(invocation.arguments, null, 2),
    'json',
  );
  const answer = result.screen ?? codeBlock(cutText(textOf(result.content), cut));
  return `${args}\n\n${answer}`;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`).replace(/\s+/g, ' ');
}

function themed(value: string): vscode.MarkdownString {
  return new vscode.MarkdownString(value, true);
}
