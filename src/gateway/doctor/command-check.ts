import type { Check, Finding } from './finding.ts';

export interface FoundCommand {
  /** Absolute path. */
  readonly file: string;
  /** Whether only a login shell has it on its path. Converser looks there, too; other programs may not. */
  readonly isOfLogin: boolean;
}

/** Whether `node` and `npx`, with which most MCP servers start, are found. */
export function commandCheck(find: (command: string) => Promise<FoundCommand | undefined>): Check {
  return {
    title: 'Commands',
    run: () =>
      Promise.all(['node', 'npx'].map(async command => commandFinding(command, await find(command)))),
  };
}

function commandFinding(command: string, found: FoundCommand | undefined): Finding {
  if (found === undefined)
    return {
      state: 'warning',
      title: command,
      found: `${command} is not on the PATH, so MCP servers that start with it can’t run.`,
      remedy: { text: 'Install Node.js from https://nodejs.org, then restart VS Code.' },
    };
  const where = found.isOfLogin ? `${found.file}, found through your login shell.` : `${found.file}.`;
  return { state: 'good', title: command, found: where };
}
