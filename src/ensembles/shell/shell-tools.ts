import type { Tool } from '../define-tool.ts';
import { listProcesses, readOutput, stopProcess } from './process-tools.ts';
import { runCommand } from './run-command.ts';
import type { Shell } from './shell.ts';

export function shellTools(shell: Shell): readonly Tool[] {
  return [runCommand, listProcesses, readOutput, stopProcess].map(make => make(shell));
}
