import * as vscode from 'vscode';
import { cutDiff, diffSize } from '../../converser/call/permission/cut-diff.ts';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { Approver } from '../../converser/words/permission/approver.ts';
import { denial, type PermissionQuestion } from '../../converser/words/permission/permission-question.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { warn } from '../common/notices.ts';
import { askMore } from '../questions/ask-further.ts';

const buttons = { once: 'Allow Once', more: 'Allow More…', deny: 'Deny' } as const;

const showChanges = 'Show Changes';

/** A notification asks, because no view shows a turn of another program while it runs. */
export function createGatewayApprover(ask: Pick<AskUser, 'pick'>): Approver {
  return {
    async ask(question, signal) {
      const mayHold = question.scopes.some(scope => scope !== 'once');
      const titles = [buttons.once, ...(mayHold ? [buttons.more] : []), buttons.deny];
      for (;;) {
        const pressed = await press(question, titles, signal);
        if (pressed === buttons.once) return { kind: 'allow', scope: 'once' };
        if (pressed !== buttons.more) return denial;
        const more = await orAborted(askMore(question, ask), signal);
        if (more === aborted) return denial;
        // `undefined` says that you changed your mind about how much, and may still say yes or no.
        if (more !== undefined) return more;
      }
    },
  };
}

async function press(
  question: PermissionQuestion,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined | typeof aborted> {
  const { diff } = question.preview ?? {};
  const shown = [...(diff === undefined ? [] : [showChanges]), ...titles];
  const first = await orAborted(Promise.resolve(warn(messageOf(question), ...shown)), signal);
  return first === showChanges ? askAboutChanges(question, titles, signal) : first;
}

function messageOf({
  client = 'Another program',
  invoker,
  invocation,
  reason,
  isPlain,
  preview,
}: PermissionQuestion): string {
  const name = visibleLine(fullName(invoker));
  const wanted =
    preview === undefined
      ? `${client} wants to run ${name} ${shortened(visibleProse(JSON.stringify(invocation.arguments)))}.`
      : `${client} wants to run ${name}. ${preview.title}${preview.diff === undefined ? '' : ` (${diffSize(preview.diff)})`}`;
  return isPlain ? wanted : `${wanted} ${reason}`;
}

/** A notification shows no line breaks, but a dialog does. */
async function askAboutChanges(
  { preview, reason }: PermissionQuestion,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined | typeof aborted> {
  const notes = preview?.notes?.map(({ text }) => text).join('\n') ?? '';
  const detail = [reason, cutDiff(preview?.diff ?? '', mostLines), notes].filter(Boolean).join('\n\n');
  // Every dialog has Cancel, which denies.
  const others = titles.filter(title => title !== buttons.deny);
  return orAborted(
    Promise.resolve(
      vscode.window.showWarningMessage(preview?.title ?? '', { modal: true, detail }, ...others),
    ),
    signal,
  );
}

/** A dialog does not scroll. */
const mostLines = 40;

/** A notification shows a few lines; this counts characters. */
const longest = 400;

function shortened(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} characters more)`;
}
