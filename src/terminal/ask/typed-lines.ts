import { createInterface } from 'node:readline';
import { whileUnasked } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

export interface TypedLines {
  take(): readonly string[];
  close(): void;
}

const mostLines = 20;

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
