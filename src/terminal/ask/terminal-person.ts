import type { Person } from '../../converser/words/ensemble/person.ts';
import { indented } from '../render/printable.ts';
import { askLines } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';
import { askFields } from './terminal-elicitor.ts';

export function createTerminalPerson(openTerminal: () => Terminal | undefined): Person {
  let terminal: Terminal | undefined;
  return {
    async ask({ message, fields }, signal) {
      terminal ??= openTerminal();
      if (terminal === undefined) return { action: 'absent' };
      const { output } = terminal;
      return askLines(terminal, signal, ask => {
        output.write(`\n? The model asks:\n${message === '' ? '' : `  ${indented(message)}\n`}`);
        return askFields(fields, ask);
      });
    },
  };
}
