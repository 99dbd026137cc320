import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../converser/ports.ts';
import type { ConnectionPorts } from '../../ensembles/mcp/connection/connection-ports.ts';
import type { SecretStore } from '../../ensembles/mcp/sign-in/credentials.ts';
import { printable } from '../render/printable.ts';
import { askLines } from './ask-lines.ts';
import type { Terminal } from './ask-permission.ts';
import { openBrowser } from './open-browser.ts';
import { findTerminal } from './terminal-approver.ts';
import { createTerminalElicitor } from './terminal-elicitor.ts';

export interface ServerQuestionsOptions {
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly clock: Clock;
  /** Nobody can be asked here, and servers are not told that somebody could. */
  readonly isAlone: boolean;
  readonly openTerminal?: () => Terminal | undefined;
  /** Where it is published who we are; empty: nowhere. */
  readonly clientMetadataUrl?: string;
}

/** Answers what servers ask in a terminal: of the person where there is one, and of the folders always. */
export async function serverQuestions({
  roots,
  clock,
  isAlone,
  openTerminal = findTerminal,
  clientMetadataUrl = '',
}: ServerQuestionsOptions): Promise<Pick<ConnectionPorts, 'handlers' | 'signIns'>> {
  const [{ createElicit }, { createSignIns }, { createLoopbackRedirects }] = await Promise.all([
    import('../../ensembles/mcp/elicitation/elicit.ts'),
    import('../../ensembles/mcp/sign-in/sign-ins.ts'),
    import('../../ensembles/mcp/sign-in/loopback-redirect.ts'),
  ]);
  let opened: Terminal | undefined;
  const terminal = () => {
    opened ??= openTerminal();
    return opened;
  };
  return {
    handlers: {
      roots: async () =>
        roots.map(root => ({ uri: pathToFileURL(root).href, name: path.basename(root) || root })),
      ...(isAlone
        ? {}
        : { elicit: createElicit({ elicitor: createTerminalElicitor(terminal), openBrowser }) }),
    },
    signIns: createSignIns({
      secrets: forThisRun(),
      redirects: createLoopbackRedirects(),
      openBrowser,
      clock,
      clientMetadataUrl: () => clientMetadataUrl,
      ...(isAlone ? { withoutAsking: giveKey } : { mayOpen: mayOpen(terminal) }),
    }),
  };
}

/** A sign-in holds for one run, so none can be made beforehand for a run in which nobody is asked. */
const giveKey =
  'Nobody can do that here. Give it a key in the headers of its description (Authorization), or use it in VS Code.';

/** There is no secret storage here, and tokens are not written to a file: they are forgotten with the run. */
function forThisRun(): SecretStore {
  const kept = new Map<string, string>();
  return {
    get: async key => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    delete: async key => void kept.delete(key),
  };
}

type MayOpen = (
  question: { readonly server: string; readonly page: URL },
  signal: AbortSignal,
) => Promise<boolean>;

function mayOpen(openTerminal: () => Terminal | undefined): MayOpen {
  return async ({ server, page }, signal) => {
    const terminal = openTerminal();
    if (terminal === undefined) return false;
    const answer = await askLines(terminal, signal, ask =>
      ask(
        `\n? The server ${printable(server)} wants you to sign in at ${page.origin}\n  Open the page? [yes/no] `,
      ),
    );
    return /^y(es)?$/i.test(answer ?? '');
  };
}
