import type { Tool } from '../define-tool.ts';
import { listProcesses, readOutput, stopProcess } from './process-tools.ts';
import { runCommand } from './run-command.ts';
import type { Shell } from './shell.ts';

/** The tools that run commands, and look after those that run on. */
export function shellTools(shell: Shell): readonly Tool[] {
  return [runCommand, listProcesses, readOutput, stopProcess].map(make => make(shell));
}
