import * as vscode from 'vscode';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { writeMention } from '../../converser/turn/attachments/mention.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import type { SidebarPage } from '../sidebar/sidebar-page.ts';
import type { SidebarView } from '../sidebar/sidebar-view.ts';
import type { ProblemWish } from './problem-actions.ts';

export interface ProblemPorts {
  readonly conversation: Pick<SidebarConversation, 'open'>;
  readonly page: SidebarPage;
  readonly sidebar: Pick<SidebarView, 'send'>;
}

type Problem = Pick<vscode.Diagnostic, 'range' | 'severity' | 'message' | 'source'>;

export interface Problems {
  readonly uri: vscode.Uri;
  readonly problems: readonly Problem[];
}

/** Lines before and after the problems are attached, too. */
const around = 5;
const most = 20;
/** In characters, of one problem. */
const longest = 500;

/** Begins a conversation: what another one was about doesn’t matter here. */
export async function askAboutProblem(
  [wish, uri, problems]: readonly unknown[],
  { conversation, page, sidebar }: ProblemPorts,
): Promise<void> {
  // Any extension may run the command.
  if (!(uri instanceof vscode.Uri) || !isProblems(problems)) return;
  await conversation.open();
  await page.focus();
  await sidebar.send(problemMessage(wish === 'explain' ? wish : 'fix', { uri, problems }));
}

function isProblems(given: unknown): given is readonly [Problem, ...Problem[]] {
  return Array.isArray(given) && given.length > 0 && given.every(each => each instanceof vscode.Diagnostic);
}

export function problemMessage(wish: ProblemWish, { uri, problems }: Problems): string {
  const lines = problems.map(({ range }) => [range.start.line, range.end.line] as const);
  const from = Math.max(1, Math.min(...lines.map(([start]) => start)) + 1 - around);
  const { lineCount: last = Number.POSITIVE_INFINITY } = openDocument(uri) ?? {};
  const to = Math.min(last, Math.max(...lines.map(([, end]) => end)) + 1 + around);
  const mention = writeMention(vscode.workspace.asRelativePath(uri), { from, to });
  const verb = wish === 'fix' ? 'Fix' : 'Explain';
  const what = problems.length === 1 ? 'this problem' : 'these problems';
  const left = problems.length - most;
  const shown = [...problems.slice(0, most).map(lineOf), ...(left > 0 ? [`… and ${left} more`] : [])];
  return `${verb} ${what} in ${mention}.\n\n${codeBlock(shown.join('\n'), 'text')}`;
}

function openDocument(wanted: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === wanted.toString());
}

/** Others may have chosen the words, which must mention nothing: it would be attached as if you had named it. */
function lineOf({ range, severity, message, source }: Problem): string {
  const kind = vscode.DiagnosticSeverity[severity].toLowerCase();
  const origin = source === undefined ? '' : ` (${source})`;
  const line = `line ${range.start.line + 1}: ${kind}: ${message}${origin}`.replaceAll(/\s+/g, ' ');
  return shortened(line, longest).replaceAll('@', '\\@');
}
