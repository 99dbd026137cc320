import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Attachment } from '../../converser/turn/attachments/attachment.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';

export interface TerminalPorts {
  /** Removes colours, movements of the cursor, and secrets. */
  readonly readable: (output: string) => string;
  readonly labelOf: (commandLine: string) => ReadLabel | undefined;
}

export interface TerminalOutputs extends Disposable {
  /** Rejects where the output of the last command isn't known. */
  last(): Promise<Attachment>;
}

interface LastCommand {
  readonly execution: vscode.TerminalShellExecution;
  output: string;
  isCut: boolean;
  exitCode?: number | undefined;
  /** Resolves when nothing more of its output comes. */
  listened: Promise<void>;
}

/** In milliseconds. The rest of an output may come after the end of its command. */
const patience = 2_000;

/** The end of a longer output is kept. */
const mostCharacters = 60_000;

/** Listens from now on, because VS Code passes on what a command prints only while it prints it. */
export function followTerminals({ readable, labelOf }: TerminalPorts): TerminalOutputs {
  const commands = new Map<vscode.Terminal, LastCommand>();
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      const command: LastCommand = { execution, output: '', isCut: false, listened: Promise.resolve() };
      commands.set(terminal, command);
      command.listened = listen(command);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
      const command = commands.get(terminal);
      if (command?.execution === execution) command.exitCode = exitCode;
    }),
    vscode.window.onDidCloseTerminal(terminal => void commands.delete(terminal)),
  );
  return {
    async last() {
      const terminal = vscode.window.activeTerminal;
      if (terminal === undefined) throw errors.badArguments('No terminal is open');
      const command = commands.get(terminal);
      if (command === undefined)
        throw errors.badArguments(
          terminal.shellIntegration === undefined
            ? 'VS Code can’t tell commands apart in this terminal. Set up its shell integration'
            : 'No command has run in this terminal since Converser was started. Run one',
        );
      if (command.exitCode !== undefined)
        await Promise.race([command.listened, new Promise(resolve => setTimeout(resolve, patience))]);
      return attachmentOf(command, { readable, labelOf });
    },
    dispose: () => subscriptions.dispose(),
  };
}

async function listen(command: LastCommand): Promise<void> {
  try {
    for await (const data of command.execution.read()) {
      const output = command.output + data;
      command.isCut ||= output.length > mostCharacters;
      command.output = output.slice(-mostCharacters);
    }
  } catch {}
}

function attachmentOf(
  { execution, output, isCut, exitCode }: LastCommand,
  { readable, labelOf }: TerminalPorts,
): Attachment {
  const line = readable(execution.commandLine.value).trim();
  const end = exitCode === undefined ? '' : `\n[exit code ${exitCode}]`;
  const shown = readable(output).trim();
  // VS Code passes on nothing of some commands that are very quick.
  const missing = shown === '' ? 'VS Code passed on no output' : undefined;
  const note = isCut ? 'only the end of its output' : missing;
  const beginning = note === undefined ? '' : `[${note}]\n`;
  return defined({
    kind: 'terminal',
    title: shortened(line, 60),
    content: {
      type: 'resource',
      uri: 'terminal',
      mimeType: 'text/plain',
      text: `$ ${line}\n${beginning}${shown}${end}`,
    },
    note,
    label: labelOf(execution.commandLine.value),
  });
}
