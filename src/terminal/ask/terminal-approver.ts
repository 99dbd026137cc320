import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { isAllowed, isAllowedInFull } from '../command-line/allowed.ts';
import { inOneLine } from '../render/printable.ts';
import { askPermission } from './ask-permission.ts';
import { findTerminal, type Terminal } from './terminal.ts';

/** Asks in the terminal. Without one, only what you allowed on the command line may run. */
export function createTerminalApprover(allowed: readonly string[], openTerminal = findTerminal): Approver {
  let terminal: Terminal | undefined;
  return {
    async ask(question, signal) {
      if (signal.aborted) return 'deny';
      if (isAnsweredAlready(question, allowed)) return 'once';
      terminal ??= openTerminal();
      if (terminal === undefined) {
        const name = inOneLine(fullName(question.invoker));
        process.stderr.write(
          `! ${name} was denied, because you can't be asked here. To allow it, use --allow ${name}.\n`,
        );
        return 'deny';
      }
      return askPermission(question, terminal, signal);
    },
    whyUnasked: question => (terminal === undefined ? remedyFor(question) : undefined),
  };
}

/** For the program or the model that wanted the call. */
function remedyFor({ invoker, choices }: PermissionQuestion): string {
  const remedy = choices.includes('conversation')
    ? `To allow it, the user can start Converser with --allow ${fullName(invoker)}.`
    : 'The user must be asked about each such call, for example in VS Code.';
  return `The user can't be asked here. ${remedy}`;
}

/**
 * A tool that came with the folder needs an answer even if a rule allows it; `--allow` with its full name is that answer.
 *
 * Invariant: a question about a protected place, which offers no more than "once", always reaches you.
 */
function isAnsweredAlready({ invoker, choices }: PermissionQuestion, allowed: readonly string[]): boolean {
  const matches = invoker.origin === 'workspace' ? isAllowedInFull : isAllowed;
  return choices.includes('conversation') && matches(fullName(invoker), allowed);
}
