import type { LaunchApprovalOptions } from '../../ensembles/mcp/approval/launch-approval.ts';
import { indented, inOneLine } from '../render/printable.ts';
import { askLines, isYes } from './ask-lines.ts';
import { findTerminal } from './terminal.ts';

/** Without a terminal, an MCP server that came with the folder may not start. */
export function createLaunchAsk(openTerminal = findTerminal): LaunchApprovalOptions['ask'] {
  return async (question, signal) => {
    const terminal = openTerminal();
    if (terminal === undefined) {
      const { name, source } = question.definition;
      process.stderr.write(
        `! MCP server ${name} of ${inOneLine(source.place)} was not started, because you can't be asked here. Run this in a terminal.\n`,
      );
      return false;
    }
    const text = indented(`${question.title}\n\n${question.detail}`);
    const prompt = `\n? ${text}\n  Start it, now and until it changes? [yes/no] `;
    return isYes(await askLines(terminal, signal, ask => ask(prompt)));
  };
}
