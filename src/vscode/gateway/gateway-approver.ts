import { aborted, orAborted } from '../../converser/async/abort.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { PermissionAnswer } from '../../converser/permission/permission-question.ts';
import { warn } from '../window/notices.ts';

const buttons: Readonly<Record<Exclude<PermissionAnswer, 'workspace'>, string>> = {
  once: 'Allow Once',
  conversation: 'Allow for This Program',
  deny: 'Deny',
};

/** Asks about the calls of other programs in a notification: no view shows a turn of theirs while it runs. */
export function createGatewayApprover(): Approver {
  return {
    async ask({ client = 'Another program', invoker, invocation, reason, choices }, signal) {
      const offered = (['once', 'conversation', 'deny'] as const).filter(
        answer => answer === 'deny' || choices.includes(answer),
      );
      const args = JSON.stringify(invocation.arguments);
      const message = `${client} wants to run ${fullName(invoker)} ${shortened(args)}. ${reason}`;
      const pressed = await orAborted(
        Promise.resolve(warn(message, ...offered.map(answer => buttons[answer]))),
        signal,
      );
      if (pressed === aborted) return 'deny';
      return offered.find(answer => buttons[answer] === pressed) ?? 'deny';
    },
  };
}

/** A notification shows a few lines. */
const longest = 400;

function shortened(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} characters more)`;
}
