import { createInterface } from 'node:readline';
import { whileUnasked } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

/** Leaves out answers to questions. */
export interface TypedLines {
  take(): readonly string[];
  /** Gives the terminal back. What was not taken stays. */
  close(): void;
}

/** Further lines of one turn are not read. */
const mostLines = 20;

/** `keeps` says of each line whether it is something to take. */
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
