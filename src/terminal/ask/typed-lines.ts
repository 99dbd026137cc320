import { createInterface } from 'node:readline';
import { whileUnasked } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

/** What you type while a turn runs, line by line, except for answers to questions. */
export interface TypedLines {
  /** Takes out what was typed since. */
  take(): readonly string[];
  /** Gives the terminal back. What was not taken stays. */
  close(): void;
}

/** As many as a person types in one turn; the others are not read. */
const mostLines = 20;

/** @param keeps is called for each line, and says whether that is something to take */
export function readTypedLines(terminal: Terminal, keeps: (line: string) => boolean): TypedLines {
  let lines: string[] = [];
  const close = whileUnasked(terminal, () => {
    const reading = createInterface({ input: terminal.input, terminal: false });
    reading.on('line', typed => {
      const line = typed.trim();
      if (line === '' || lines.length >= mostLines) return;
      if (keeps(line)) lines.push(line);
    });
    return () => reading.close();
  });
  return {
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
    close,
  };
}
