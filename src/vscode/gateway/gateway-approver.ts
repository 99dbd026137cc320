import * as vscode from 'vscode';
import { type aborted, orAborted } from '../../converser/async/abort.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import { cutDiff, diffSize } from '../../converser/permission/cut-diff.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
} from '../../converser/permission/permission-question.ts';
import { visibleLine, visibleProse } from '../../converser/wording/visible-text.ts';
import { warn } from '../window/notices.ts';

const buttons = { once: 'Allow Once', conversation: 'Allow for This Program', deny: 'Deny' } as const;

const answers: Readonly<Record<keyof typeof buttons, PermissionAnswer>> = {
  once: { kind: 'allow', scope: 'once' },
  conversation: { kind: 'allow', scope: 'conversation' },
  deny: denial,
};

const showChanges = 'Show Changes';

/** Asks about the calls of other programs in a notification: no view shows a turn of theirs while it runs. */
export function createGatewayApprover(): Approver {
  return {
    async ask(question, signal) {
      const offered = (['once', 'conversation', 'deny'] as const).filter(
        answer => answer === 'deny' || question.scopes.includes(answer),
      );
      const titles = offered.map(answer => buttons[answer]);
      const { diff } = question.preview ?? {};
      const first = await orAborted(
        Promise.resolve(warn(messageOf(question), ...(diff === undefined ? [] : [showChanges]), ...titles)),
        signal,
      );
      const pressed = first === showChanges ? await askAboutChanges(question, titles, signal) : first;
      return answers[offered.find(answer => buttons[answer] === pressed) ?? 'deny'];
    },
  };
}

function messageOf({
  client = 'Another program',
  invoker,
  invocation,
  reason,
  preview,
}: PermissionQuestion): string {
  const name = visibleLine(fullName(invoker));
  const wanted =
    preview === undefined
      ? `${client} wants to run ${name} ${shortened(visibleProse(JSON.stringify(invocation.arguments)))}.`
      : `${client} wants to run ${name}. ${preview.title}${preview.diff === undefined ? '' : ` (${diffSize(preview.diff)})`}`;
  return `${wanted} ${reason}`;
}

/** A notification has no lines; a dialog has. */
async function askAboutChanges(
  { preview, reason }: PermissionQuestion,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined | typeof aborted> {
  const detail = `${reason}\n\n${cutDiff(preview?.diff ?? '', mostLines)}`;
  // Cancel, which every dialog has, denies.
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

/** A notification shows a few lines. */
const longest = 400;

function shortened(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} characters more)`;
}
