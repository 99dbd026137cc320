import * as vscode from 'vscode';
import type { InvocationCanister, ResultCanister } from '../../converser/canister/canister.ts';
import { textOf } from '../../converser/canister/content.ts';
import type { InvocationEnd } from '../../converser/conversation/converse-event.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { argumentsText } from '../../converser/wording/arguments-text.ts';
import { durationText } from '../../converser/wording/numbers.ts';
import { visibleProse } from '../../converser/wording/visible-text.ts';
import { showResultCommand } from '../window/contributions.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../window/markdown.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';
import type { ResultDocuments } from './result-documents.ts';

/** Shows the calls of a turn in a chat answer: progress while they run, then a line and the start of the result. */
export interface InvocationView {
  start(invocation: InvocationCanister): void;
  progress(message: string): void;
  end(event: InvocationEnd): Promise<void>;
}

export interface ChatRendering {
  readonly stream: vscode.ChatResponseStream;
  readonly results: Pick<ResultDocuments, 'add'>;
}

export function createInvocationView(rendering: ChatRendering): InvocationView {
  const { stream } = rendering;
  const started = new Map<string, InvocationCanister>();
  return {
    start(invocation) {
      started.set(invocation.id, invocation);
      stream.progress(`Calling ${inlineCode(fullName(invocation))} ${inlineCode(summary(invocation))}`);
    },
    progress: message => stream.progress(escapeMarkdown(message)),
    async end(event) {
      const invocation = started.get(event.canister.invocationId);
      if (invocation !== undefined) await showInvocation(rendering, invocation, event);
    },
  };
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
  // No VS Code icon: together with a `$` in the arguments, `$(check)` would start a formula.
  const row = new vscode.MarkdownString(
    `\n\n${symbol(canister)} ${link} ${inlineCode(summary(invocation))} · ${escapeMarkdown(outcome(canister, duration))}\n\n`,
  );
  row.isTrusted = { enabledCommands: [showResultCommand] };
  stream.markdown(row);
  // Separate from our own line: text from a tool must not run commands.
  stream.markdown(new vscode.MarkdownString(`${excerpt(canister)}\n\n`));
}

function symbol({ failure, repeats }: ResultCanister): string {
  if (failure === undefined) return repeats === undefined ? '✓' : '↺';
  return failure.kind === 'permission' ? '⊘' : '✗';
}

function summary({ arguments: args, malformedArguments }: InvocationCanister): string {
  return malformedArguments ?? (argumentsText(args, { limit: 100 }) || 'no arguments');
}

function outcome({ failure, repeats }: ResultCanister, duration: number): string {
  if (failure !== undefined) return failure.kind === 'permission' ? 'not allowed' : failure.kind;
  return repeats === undefined ? durationText(duration) : 'repeated';
}

const shownLines = 8;
const shownCharacters = 600;

/** The beginning of the result; the name of the tool links to all of it. */
function excerpt({ failure, screen, content }: ResultCanister): string {
  if (failure !== undefined) return `> ${escapeMarkdown(failure.message)}`;
  if (screen !== undefined && screen.length <= shownCharacters) return screen;
  const whole = textOf(content);
  const begun = whole.split('\n').slice(0, shownLines).join('\n').slice(0, shownCharacters);
  const shown = visibleProse(begun);
  return codeBlock(begun.length < whole.length ? `${shown}\n…` : shown);
}
