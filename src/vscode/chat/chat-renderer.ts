import * as vscode from 'vscode';
import type { InvocationCanister, ResultCanister } from '../../converser/canister/canister.ts';
import { textOf } from '../../converser/canister/content.ts';
import type {
  ConverseEvent,
  InvocationEnd,
  RoundRestart,
  TurnEnd,
} from '../../converser/conversation/converse-event.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { saySpending } from '../../converser/spending/say-spending.ts';
import { noSpending, type Spending } from '../../converser/spending/spending.ts';
import { argumentsText, durationText } from '../../converser/wording/numbers.ts';
import { showResultCommand } from '../window/contributions.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../window/markdown.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';
import { createFileAnchors } from './file-anchors.ts';
import type { ResultDocuments } from './result-documents.ts';

export interface ChatRendering {
  readonly stream: vscode.ChatResponseStream;
  readonly results: Pick<ResultDocuments, 'add'>;
}

/** Shows the events of a turn in a chat answer, and returns how it ended. */
export async function renderInChat(
  events: AsyncIterable<ConverseEvent>,
  rendering: ChatRendering,
): Promise<TurnEnd> {
  const { stream } = rendering;
  const anchors = createFileAnchors(stream);
  const invocations = new Map<string, InvocationCanister>();
  let hasSpoken = false;
  let inAll = noSpending;
  for await (const event of events) {
    switch (event.type) {
      case 'round-start':
        hasSpoken = false;
        break;
      case 'text-delta':
        hasSpoken = true;
        await anchors.write(event.text);
        break;
      case 'round-end':
        await anchors.flush();
        break;
      case 'invocation-start':
        invocations.set(event.canister.id, event.canister);
        stream.progress(
          `Calling ${inlineCode(fullName(event.canister))} ${inlineCode(summary(event.canister))}`,
        );
        break;
      case 'invocation-progress':
        stream.progress(escapeMarkdown(event.message));
        break;
      case 'invocation-end': {
        const invocation = invocations.get(event.canister.invocationId);
        if (invocation !== undefined) await showInvocation(rendering, invocation, event);
        break;
      }
      case 'notice':
        await anchors.flush();
        stream.markdown(themed(`\n\n$(info) ${escapeMarkdown(event.message)}\n\n`));
        break;
      case 'round-restart':
        await anchors.breakOff();
        stream.markdown(themed(restart(event, hasSpoken)));
        hasSpoken = false;
        break;
      case 'turn-end':
        await anchors.flush();
        showSpending(stream, { turn: event.spending, inAll });
        return event;
      case 'usage':
        inAll = event.spent.conversation;
        break;
      case 'turn-start':
      case 'reasoning-delta':
        break;
    }
  }
  throw new Error('The stream of the turn broke off without a turn-end.');
}

/** ChatResult has no stable place for it that people see. */
function showSpending(
  stream: vscode.ChatResponseStream,
  { turn = noSpending, inAll }: { readonly turn: Spending | undefined; readonly inAll: Spending },
): void {
  const said = saySpending(turn);
  if (said === '') return;
  const whole = inAll.requests > turn.requests ? ` · in all ${saySpending(inAll)}` : '';
  stream.markdown(new vscode.MarkdownString(`\n\n_${escapeMarkdown(said + whole)}_`));
}

/** What was streamed cannot be taken back, so it is said where what counts begins. */
function restart({ message }: RoundRestart, hasSpoken: boolean): string {
  const why = `\n\n$(history) ${escapeMarkdown(message)}\n\n`;
  return hasSpoken ? `${why}_The answer above broke off. It begins anew below._\n\n---\n\n` : why;
}

async function showInvocation(
  { stream, results }: ChatRendering,
  invocation: InvocationCanister,
  { canister, duration }: InvocationEnd,
): Promise<void> {
  const { path } = invocation.arguments;
  const uri = typeof path === 'string' ? await workspaceUri(path) : undefined;
  if (uri !== undefined) stream.reference(uri);
  const place = `command:${showResultCommand}?${encodeURIComponent(JSON.stringify([invocation.id]))}`;
  const link = `[${escapeMarkdown(fullName(invocation))}](${place} "Show arguments and result in an editor")`;
  results.add({ invocation, result: canister });
  // No icon of VS Code's: with a `$` among the arguments, the one of `$(check)` would begin a formula.
  const row = new vscode.MarkdownString(
    `\n\n${symbol(canister)} ${link} ${inlineCode(summary(invocation))} · ${escapeMarkdown(outcome(canister, duration))}\n\n`,
  );
  row.isTrusted = { enabledCommands: [showResultCommand] };
  stream.markdown(row);
  // Apart from our own line: what a tool gave back is trusted with no command.
  stream.markdown(new vscode.MarkdownString(`${excerpt(canister)}\n\n`));
}

function symbol({ failure, repeats }: ResultCanister): string {
  if (failure === undefined) return repeats === undefined ? '✓' : '↺';
  return failure.kind === 'permission' ? '⊘' : '✗';
}

/** The arguments on one line, short enough to be read in passing. */
function summary({ arguments: args, malformedArguments }: InvocationCanister): string {
  return malformedArguments ?? (argumentsText(args, { limit: 100 }) || 'no arguments');
}

function outcome({ failure, repeats }: ResultCanister, duration: number): string {
  if (failure !== undefined) return failure.kind === 'permission' ? 'not allowed' : failure.kind;
  return repeats === undefined ? durationText(duration) : 'same as before';
}

const shownLines = 8;
const shownCharacters = 600;

/** The beginning of the result; the whole of it is behind the name of the tool. */
function excerpt({ failure, screen, content }: ResultCanister): string {
  if (failure !== undefined) return `> ${escapeMarkdown(failure.message)}`;
  if (screen !== undefined && screen.length <= shownCharacters) return screen;
  const whole = textOf(content);
  const begun = whole.split('\n').slice(0, shownLines).join('\n').slice(0, shownCharacters);
  return codeBlock(begun.length < whole.length ? `${begun}\n…` : begun);
}

function themed(value: string): vscode.MarkdownString {
  return new vscode.MarkdownString(value, true);
}
