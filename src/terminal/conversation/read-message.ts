import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import { whileUnasked } from '../ask/ask-lines.ts';
import type { Terminal } from '../ask/terminal.ts';
import type { LineHistory } from '../state/line-history.ts';

/** Ctrl+C where nothing was typed. */
export const interrupted: unique symbol = Symbol('interrupted');

type Typed = string | typeof interrupted | undefined;

/**
 * A line that ends with a backslash goes on, and so do those that are pasted, until you press Enter. Resolves to
 * `undefined` at the end of the input, or once the signal aborts.
 */
export async function readMessage(
  terminal: Terminal,
  history: LineHistory,
  signal: AbortSignal,
): Promise<Typed> {
  const { promise, resolve } = Promise.withResolvers<Typed>();
  let draft: Draft = { lines: [], line: '' };
  const close = whileUnasked(terminal, left => {
    draft.line = [draft.line, ...left].filter(Boolean).join(' ');
    const stop = edit(draft, { terminal, history, resolve });
    return () => {
      draft = stop();
    };
  });
  const stopListening = onceAborted(signal, () => resolve(undefined));
  const typed = await promise;
  stopListening();
  close();
  if (typeof typed === 'string') await history.add(typed.split('\n'));
  return typed;
}

interface Draft {
  readonly lines: string[];
  /** The one that you are typing. */
  line: string;
}

interface Editing {
  readonly terminal: Terminal;
  readonly history: LineHistory;
  readonly resolve: (typed: Typed) => void;
}

/** Terminals mark what is pasted once they are asked to. */
const marksPastes = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

/** A question takes the place of what you are typing, which comes again after it. */
function edit(
  { lines, line }: Draft,
  { terminal: { input, output }, history, resolve }: Editing,
): () => Draft {
  const past = { history: [...history.lines], historySize: history.size, removeHistoryDuplicates: true };
  const editor = createInterface({ input, output, terminal: true, ...past });
  let isPasting = false;
  let isOver = false;
  const finish = (typed: Typed) => {
    isOver = true;
    resolve(typed);
  };
  const ask = () => {
    editor.setPrompt(lines.length === 0 ? '> ' : '… ');
    editor.prompt(true);
  };
  const send = () => {
    const text = lines.join('\n');
    // Lines that come all at once are pasted, also where the terminal doesn't say so.
    const goesOn = isPasting || editor.line !== '';
    if (!isOver && !goesOn && text.trim() !== '') return finish(text);
    if (!goesOn) lines.length = 0;
    if (!isOver) ask();
  };
  editor.on('line', typed => {
    const goesOn = !isPasting && typed.endsWith('\\');
    lines.push(goesOn ? typed.slice(0, -1) : typed);
    if (isPasting || goesOn) ask();
    else setImmediate(send);
  });
  editor.on('SIGINT', () => {
    const hadText = editor.line !== '' || lines.splice(0).length > 0;
    editor.write(null, { ctrl: true, name: 'e' });
    output.write('^C\n');
    if (!hadText) return finish(interrupted);
    editor.write(null, { ctrl: true, name: 'u' });
    ask();
  });
  editor.on('close', () => isOver || finish(undefined));
  const onKey = (_text: unknown, { name }: { readonly name?: string }) => {
    if (name === 'paste-start' || name === 'paste-end') isPasting = name === 'paste-start';
  };
  input.on('keypress', onKey);
  output.write(marksPastes.on);
  ask();
  editor.write(line);
  return () => {
    const typed = editor.line;
    if (!isOver) {
      moveCursor(output, 0, -editor.getCursorPos().rows);
      cursorTo(output, 0);
      clearScreenDown(output);
    }
    isOver = true;
    input.off('keypress', onKey);
    output.write(marksPastes.off);
    editor.close();
    return { lines, line: typed };
  };
}
