import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { isAllowed } from '../command-line/allowed.ts';
import { askPermission, type Terminal } from './ask-permission.ts';
import { inTurn } from './in-turn.ts';

/** Asks in the terminal. Without one, only what you allowed on the command line may run. */
export function createTerminalApprover(
  allowed: readonly string[],
  openTerminal: () => Terminal | undefined = findTerminal,
): Approver {
  let terminal: Terminal | undefined;
  return {
    async ask(question, signal) {
      if (signal.aborted) return 'deny';
      if (isAnsweredAlready(question, allowed)) return 'once';
      terminal ??= openTerminal();
      if (terminal === undefined) {
        const name = fullName(question.invoker);
        process.stderr.write(
          `! ${name} was denied, because you can't be asked here. To allow it, use --allow ${name}.\n`,
        );
        return 'deny';
      }
      return askInTurn(question, terminal, signal);
    },
  };
}

async function askInTurn(
  question: PermissionQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  return inTurn(terminal, async () => (signal.aborted ? 'deny' : askPermission(question, terminal, signal)));
}

/**
 * A tool that came with the folder needs an answer even if a rule allows it; `--allow` is that answer.
 *
 * Invariant: a question about a protected place, which offers no more than "once", always reaches you.
 */
function isAnsweredAlready({ invoker, choices }: PermissionQuestion, allowed: readonly string[]): boolean {
  return choices.includes('conversation') && isAllowed(fullName(invoker), allowed);
}

/** You see the question only where the standard error is a terminal; the input may be a pipe. */
export function findTerminal(): Terminal | undefined {
  if (!process.stderr.isTTY) return undefined;
  if (process.stdin.isTTY) return { input: process.stdin, output: process.stderr };
  try {
    return { input: new ReadStream(openSync('/dev/tty', 'r')), output: process.stderr };
  } catch {
    return undefined;
  }
}
