import { createInterface } from 'node:readline';
import type { LaunchApprovalOptions } from '../../ensembles/mcp/approval/launch-approval.ts';
import type { LaunchQuestion } from '../../ensembles/mcp/approval/launch-question.ts';
import { printable } from '../render/printable.ts';
import type { Terminal } from './ask-permission.ts';
import { inTurn } from './in-turn.ts';
import { findTerminal } from './terminal-approver.ts';

/** Asks on the terminal whether a server that came with the folder may start; where there is none, it may not. */
export function createLaunchAsk(
  openTerminal: () => Terminal | undefined = findTerminal,
): LaunchApprovalOptions['ask'] {
  return async (question, signal) => {
    const terminal = openTerminal();
    if (terminal !== undefined) return inTurn(terminal, () => askLaunch(question, terminal, signal));
    const { name, source } = question.definition;
    process.stderr.write(
      `! MCP server ${name} of ${printable(source.place)} was not started, because you can't be asked here. Run this in a terminal.\n`,
    );
    return false;
  };
}

/** Only a plain yes counts: an accidental Enter starts nothing. */
async function askLaunch(
  question: LaunchQuestion,
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const lines = createInterface({ input, terminal: false });
  const close = () => {
    output.write('\n');
    lines.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const text = printable(`${question.title}\n\n${question.detail}`).replaceAll('\n', '\n  ');
    output.write(`\n? ${text}\n  Start it, now and until it changes? [yes/no] `);
    for await (const line of lines) return !signal.aborted && /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
  }
}
