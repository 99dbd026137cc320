import { spawn } from 'node:child_process';
import type { LaunchApprovalOptions } from '../../ensembles/mcp/approval/launch-approval.ts';
import type { QuestionPorts } from '../../ensembles/mcp/server-handlers.ts';
import type { SecretStore } from '../../ensembles/mcp/sign-in/credentials.ts';
import type { SignInPorts, SignInUser } from '../../ensembles/mcp/sign-in/sign-in-ports.ts';
import { indented, inOneLine } from '../render/printable.ts';
import { askLines, isYes } from './ask-lines.ts';
import { findTerminal, type Terminal } from './terminal.ts';
import { createTerminalElicitor } from './terminal-elicitor.ts';

export interface ServerQuestionsOptions {
  /** You can't be asked, and MCP servers learn that they can't ask. */
  readonly isUnattended: boolean;
  readonly openTerminal?: () => Terminal | undefined;
}

export interface ServerQuestions {
  readonly questions: Pick<QuestionPorts, 'elicit'>;
  readonly signIns: Omit<SignInPorts, 'clock'>;
}

export function serverQuestions({
  isUnattended,
  openTerminal = findTerminal,
}: ServerQuestionsOptions): ServerQuestions {
  let opened: Terminal | undefined;
  const terminal = () => {
    opened ??= openTerminal();
    return opened;
  };
  const elicit = { elicitor: createTerminalElicitor(terminal), openBrowser };
  return {
    questions: isUnattended ? {} : { elicit },
    signIns: {
      secrets: secretsOfThisRun(),
      redirects: { open: async signal => (await loopback()).createLoopbackRedirects().open(signal) },
      user: { openBrowser, ...(isUnattended ? { withoutAsking: giveKey } : { mayOpen: mayOpen(terminal) }) },
    },
  };
}

const loopback = () => import('../../ensembles/mcp/sign-in/loopback-redirect.ts');

/** A sign-in lasts for one run, so an unattended run cannot use an earlier one. */
const giveKey =
  'You can’t be asked to sign in here. Give the server a key in the headers of its description (Authorization), or use it in VS Code.';

/** Tokens are kept in memory only, because there is no secret storage here. */
function secretsOfThisRun(): SecretStore {
  const kept = new Map<string, string>();
  return {
    get: async key => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async key => void kept.delete(key),
  };
}

function mayOpen(openTerminal: () => Terminal | undefined): NonNullable<SignInUser['mayOpen']> {
  return async ({ server, page }, signal) => {
    const terminal = openTerminal();
    if (terminal === undefined) return false;
    const answer = await askLines(terminal, signal, ask =>
      ask(
        `\n? MCP server ${inOneLine(server)} wants you to sign in at ${page.origin}\n  Open the page? [yes/no] `,
      ),
    );
    return isYes(answer);
  };
}

/** Shows the address, too, for machines without a browser. The address passes through no shell. */
async function openBrowser(page: URL): Promise<void> {
  process.stderr.write(`  Open ${page.href}\n`);
  const [program, ...args] = opener(page.href);
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function opener(address: string): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', address];
    default:
      return ['xdg-open', address];
  }
}

/** Without a terminal, an MCP server that came with the folder may not start. */
export function createLaunchAsk(openTerminal = findTerminal): LaunchApprovalOptions['ask'] {
  return async (question, signal) => {
    const terminal = openTerminal();
    if (terminal === undefined) {
      const { name, source } = question.definition;
      process.stderr.write(
        `! MCP server ${name} of ${inOneLine(source.place)} was not started, because you can’t be asked here. Run this in a terminal.\n`,
      );
      return false;
    }
    const text = indented(`${question.title}\n\n${question.detail}`);
    const prompt = `\n? ${text}\n  Start it, now and until it changes? [yes/no] `;
    return isYes(await askLines(terminal, signal, ask => ask(prompt)));
  };
}
