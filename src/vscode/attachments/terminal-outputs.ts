import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Attachment } from '../../converser/turn/attachments/attachment.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';

export interface TerminalPorts {
  /** Without colours and movements of the cursor, and without secrets. */
  readonly readable: (output: string) => string;
  /** Where the output of a command line comes from. `undefined`: from nowhere in particular. */
  readonly labelOf: (commandLine: string) => ReadLabel | undefined;
}

export interface TerminalOutputs extends Disposable {
  /** What the last command of the terminal that you were in last has printed. Rejects where that isn't known. */
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

/** Milliseconds that the rest of an output may take to come after the end of its command. */
const patience = 2_000;

/** Of the output of one command, the end. */
const mostCharacters = 60_000;

/** Listens from now on: VS Code tells what a command prints only while it prints it. */
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
  } catch {
    // The terminal was closed.
  }
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
