import * as vscode from 'vscode';
import { durationText } from '../../converser/ground/wording/numbers.ts';
import type { InvocationCanister, ResultCanister } from '../../converser/words/canister/canister.ts';
import type { InvocationEnd } from '../../converser/words/conversation/converse-event.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { argumentsText } from '../../converser/words/texts/arguments-text.ts';
import { type CallSentence, callSentence } from '../../converser/words/texts/call-sentence.ts';
import { failureTexts } from '../../converser/words/texts/failure-texts.ts';
import { planOf } from '../../converser/words/texts/plan-text.ts';
import { savedText } from '../../converser/words/texts/saving-texts.ts';
import { showResultCommand } from '../activation-ids.ts';
import { escapeMarkdown, inlineCode } from '../common/markdown.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';
import type { LeftOutDocuments } from './left-out-documents.ts';
import { createPlanInChat } from './plan-in-chat.ts';
import type { ResultDocuments } from './result-documents.ts';

export interface InvocationView {
  start(invocation: InvocationCanister): void;
  edit(invocation: InvocationCanister): void;
  progress(message: string): void;
  end(event: InvocationEnd): Promise<void>;
}

export interface ChatRendering {
  readonly stream: vscode.ChatResponseStream;
  readonly results: Pick<ResultDocuments, 'add'>;
  readonly leftOut: Pick<LeftOutDocuments, 'add'>;
}

export function createInvocationView(rendering: ChatRendering): InvocationView {
  const { stream } = rendering;
  const started = new Map<string, InvocationCanister>();
  const showPlan = createPlanInChat();
  return {
    start(invocation) {
      started.set(invocation.id, invocation);
      stream.progress(`${escapeMarkdown(announcement(invocation))}…`);
    },
    edit: invocation => void started.set(invocation.id, invocation),
    progress: message => stream.progress(escapeMarkdown(message)),
    async end(event) {
      const invocation = started.get(event.canister.invocationId);
      if (invocation === undefined) return;
      await showInvocation(rendering, invocation, event);
      const plan = planOf(invocation, event.canister);
      const shown = plan === undefined ? '' : showPlan(plan);
      if (shown !== '') stream.markdown(new vscode.MarkdownString(`${shown}\n\n`));
    },
  };
}

/** Code would be unreadable in the shimmer of VS Code's progress. */
function announcement(invocation: InvocationCanister): string {
  const sentence = callSentence(invocation, { tense: 'running' });
  return sentence === undefined ? `Calling ${fullName(invocation)}` : `${sentence.verb} ${sentence.object}`;
}

async function showInvocation(
  { stream, results }: ChatRendering,
  invocation: InvocationCanister,
  { canister, duration }: InvocationEnd,
): Promise<void> {
  const { path } = invocation.arguments;
  const uri = typeof path === 'string' ? await workspaceUri(path) : undefined;
  if (uri !== undefined) stream.reference(uri);
  results.add({ invocation, result: canister });
  const sentence = callSentence(invocation, {
    tense: canister.failure === undefined ? 'done' : 'plain',
    result: canister,
  });
  const what = sentence === undefined ? namedCall(invocation) : await spokenCall(invocation, sentence, uri);
  const counts = canister.repeats === undefined ? sentence?.outcome : undefined;
  const parts = [
    what,
    ...(counts === undefined ? [] : [escapeMarkdown(counts)]),
    outcome(canister, duration),
  ];
  // With a `$` in the arguments, the icon `$(check)` would start a formula.
  const row = new vscode.MarkdownString(`\n\n${symbol(canister)} ${parts.join(' · ')}\n\n`);
  row.isTrusted = { enabledCommands: [showResultCommand] };
  stream.markdown(row);
  // Text from a tool must not run commands, so it is separate from our own line.
  const shown =
    canister.failure === undefined
      ? glance(canister, sentence)
      : `> ${escapeMarkdown(canister.failure.message)}`;
  if (shown !== '') stream.markdown(new vscode.MarkdownString(`${shown}\n\n`));
}

async function spokenCall(
  invocation: InvocationCanister,
  { verb, object, href }: CallSentence,
  uri: vscode.Uri | undefined,
): Promise<string> {
  const about =
    href === undefined || uri === undefined
      ? escapeMarkdown(object)
      : `[${escapeMarkdown(object)}](${withLines(uri, href)})`;
  return `${resultLink(invocation, verb)} ${about}`;
}

function withLines(uri: vscode.Uri, href: string): string {
  const lines = /#(L\d+)/.exec(href)?.[1] ?? '';
  return uri.with({ fragment: lines }).toString().replace(/[()]/g, encodeURIComponent);
}

function namedCall(invocation: InvocationCanister): string {
  return `${resultLink(invocation, fullName(invocation))} ${inlineCode(summary(invocation))}`;
}

function resultLink({ id }: InvocationCanister, label: string): string {
  const place = `command:${showResultCommand}?${encodeURIComponent(JSON.stringify([id]))}`;
  return `[${escapeMarkdown(label)}](${place} "Show arguments and result in an editor")`;
}

function symbol({ failure, repeats }: ResultCanister): string {
  if (failure === undefined) return repeats === undefined ? '✓' : '↺';
  return failure.kind === 'permission' ? '⊘' : '✗';
}

function summary({ arguments: args, malformedArguments }: InvocationCanister): string {
  return malformedArguments ?? (argumentsText(args, { limit: 100 }) || 'no arguments');
}

function outcome({ failure, repeats, saved }: ResultCanister, duration: number): string {
  if (failure !== undefined) return escapeMarkdown(failureTexts[failure.kind]);
  // A number stays on one line with its unit.
  return repeats === undefined
    ? escapeMarkdown(durationText(duration)).replaceAll(' ', '&nbsp;')
    : escapeMarkdown(['repeated', savedText(saved)].filter(Boolean).join(', saved '));
}

const glanceLength = 200;

/** Shows only results of one line, such as a die. */
function glance({ screen = '' }: ResultCanister, sentence: CallSentence | undefined): string {
  const text = screen.trim();
  return sentence === undefined && text.length <= glanceLength && !text.includes('\n') ? text : '';
}
