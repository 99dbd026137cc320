import type { Check, Finding } from './finding.ts';

export interface FoundCommand {
  readonly file: string;
  readonly isOfLogin: boolean;
}

export function commandCheck(
  find: (command: string) => Promise<FoundCommand | undefined>,
  again = 'restart VS Code',
): Check {
  const finding = async (command: string): Promise<Finding> => {
    const found = await find(command);
    return found === undefined ? missing(command, again) : located(command, found);
  };
  return { title: 'Commands', run: () => Promise.all(['node', 'npx'].map(finding)) };
}

function missing(command: string, again: string): Finding {
  return {
    state: 'warning',
    title: command,
    found: `${command} is not on the PATH, so MCP servers that start with it can’t run.`,
    remedy: { text: `Install Node.js from https://nodejs.org, then ${again}.` },
  };
}

function located(command: string, found: FoundCommand): Finding {
  const where = found.isOfLogin ? `${found.file}, found through your login shell.` : `${found.file}.`;
  return { state: 'good', title: command, found: where };
}
