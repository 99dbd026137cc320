import { subjectOf } from '../../converser/call/permission/review-call.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { Approver } from '../../converser/words/permission/approver.ts';
import { denial, type PermissionQuestion } from '../../converser/words/permission/permission-question.ts';
import { rulingFor } from '../../converser/words/permission/rules.ts';
import { allowedInFull, allowedRules } from '../permissions/terminal-rules.ts';
import { inOneLine } from '../render/printable.ts';
import { askPermission } from './ask-permission.ts';
import { findTerminal, type Terminal } from './terminal.ts';

/** Without a terminal, only what you allowed on the command line may run. */
export function createTerminalApprover(allowed: readonly string[], openTerminal = findTerminal): Approver {
  let terminal: Terminal | undefined;
  return {
    async ask(question, signal) {
      if (signal.aborted) return denial;
      if (await isAnsweredAlready(question, allowed)) return { kind: 'allow', scope: 'once' };
      terminal ??= openTerminal();
      if (terminal === undefined) {
        const name = inOneLine(fullName(question.invoker));
        process.stderr.write(
          `! ${name} was denied, because you can’t be asked here. ${inOneLine(adviceOn(question))}\n`,
        );
        return denial;
      }
      return askPermission(question, terminal, signal);
    },
    whyUnasked: question => (terminal === undefined ? remedyFor(question) : undefined),
  };
}

function adviceOn(question: PermissionQuestion): string {
  if (question.caution !== undefined) return `${question.reason} To trust what it names, use --trust-source.`;
  if (mayHold(question)) return `To allow it, use --allow ${fullName(question.invoker)}.`;
  const host = localHostIn(question);
  return host === undefined
    ? `${question.reason} It needs your approval each time, for example in VS Code.`
    : `${question.reason} If you trust it, use --local-host ${host}.`;
}

function remedyFor(question: PermissionQuestion): string {
  if (question.caution !== undefined)
    return `The user can’t be asked here. ${question.reason} The user can start Converser with --trust-source for what it names.`;
  const host = localHostIn(question);
  const option = mayHold(question) ? `--allow ${fullName(question.invoker)}` : host && `--local-host ${host}`;
  const remedy =
    option === undefined
      ? 'It needs the user’s approval each time, for example in VS Code.'
      : `To allow it, the user can start Converser with ${option}.`;
  return `The user can’t be asked here. ${remedy}`;
}

/** Each call to a host of your own is asked about. */
function localHostIn({ invoker, invocation }: PermissionQuestion): string | undefined {
  if (invoker.ensemble !== 'web' || invoker.origin !== 'shipped') return undefined;
  return URL.parse(String(invocation.arguments.url))?.host || undefined;
}

function mayHold({ scopes }: PermissionQuestion): boolean {
  return scopes.includes('conversation');
}

/**
 * A tool of the folder needs an answer even if a rule allows it; `--allow` with its full name is that answer.
 *
 * Invariant: a question about a protected place, which offers no more than "once", always reaches you.
 */
async function isAnsweredAlready(question: PermissionQuestion, allowed: readonly string[]): Promise<boolean> {
  const { invoker } = question;
  const rulesAbout = (invoker.origin === 'workspace' ? allowedInFull : allowedRules)(allowed);
  const rules = rulesAbout(fullName(invoker));
  // What is allowed from the start was allowed before anything was read.
  if (!mayHold(question) || question.caution !== undefined || rules.length === 0) return false;
  return (await rulingFor(rules, await subjectOf(question))).rule !== undefined;
}
