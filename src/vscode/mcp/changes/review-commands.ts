import type { Commands } from '../../window/command.ts';
import { commands, treeCommands } from '../../window/contributions.ts';
import { ensembleIn, toolIn } from '../commands/command-target.ts';
import { type ReviewPorts, reviewTools } from './review-tools.ts';

/** Accepting what servers changed of their tools, after a look at it or without one. */
export function reviewCommands(ports: ReviewPorts): Commands {
  return {
    [commands.reviewTools]: given =>
      reviewTools({ server: ensembleIn(given), tool: toolIn(given)?.tool }, ports),
    [treeCommands.acceptTool]: async given => {
      const of = toolIn(given);
      const drifts = ports
        .drifts()
        .filter(({ server, tool }) => server === of?.ensemble && tool === of?.tool);
      if (drifts.length > 0) await ports.accept(drifts);
    },
  };
}
