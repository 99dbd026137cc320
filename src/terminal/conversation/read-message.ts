import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import { whileUnasked } from '../ask/ask-lines.ts';
import type { Terminal } from '../ask/terminal.ts';
import type { LineHistory } from '../state/line-history.ts';

export type TypedMessage =
  | { readonly kind: 'message'; readonly text: string }
  /** Ctrl+C. `hadText` says that it removed what you had typed. */
  | { readonly kind: 'interrupt'; readonly hadText: boolean }
  | { readonly kind: 'end' };

export interface ReadMessageOptions {
  readonly history: LineHistory;
  readonly signal: AbortSignal;
}

/** A line that ends with a backslash goes on, and so do those that are pasted, until you press Enter. */
export async function readMessage(
  terminal: Terminal,
  { history, signal }: ReadMessageOptions,
): Promise<TypedMessage> {
  const { promise, resolve } = Promise.withResolvers<TypedMessage>();
  const draft = { lines: [], line: '' };
  const close = whileUnasked(terminal, left => {
    draft.line = [draft.line, ...left].filter(Boolean).join(' ');
    return editDraft(draft, { terminal, history, resolve });
  });
  const stopListening = onceAborted(signal, () => resolve({ kind: 'end' }));
  if (signal.aborted) resolve({ kind: 'end' });
  const typed = await promise;
  stopListening();
  close();
  if (typed.kind === 'message') await history.add(typed.text.split('\n'));
  return typed;
}

interface Draft {
  lines: readonly string[];
  /** The one that you are typing. */
  line: string;
}

interface Editing {
  readonly terminal: Terminal;
  readonly history: LineHistory;
  readonly resolve: (typed: TypedMessage) => void;
}

const prompts = { first: '> ', further: '… ' };

/** Terminals mark what is pasted once they are asked to. */
const marksPastes = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

function editDraft(draft: Draft, { terminal, history, resolve }: Editing): () => void {
  const { input, output } = terminal;
  const editor = createInterface({
    input,
    output,
    terminal: true,
    history: [...history.lines],
    historySize: history.size,
    removeHistoryDuplicates: true,
  });
  let isPasting = false;
  let isOver = false;
  const finish = (typed: TypedMessage) => {
    isOver = true;
    resolve(typed);
  };
  const ask = () => {
    editor.setPrompt(draft.lines.length === 0 ? prompts.first : prompts.further);
    editor.prompt(true);
  };
  const onKey = (_text: string | undefined, { name }: { readonly name?: string }) => {
    if (name === 'paste-start' || name === 'paste-end') isPasting = name === 'paste-start';
  };
  const send = () => {
    if (isOver) return;
    const text = draft.lines.join('\n');
    // Lines that come all at once are pasted, also where the terminal doesn't say so.
    const goesOn = isPasting || editor.line !== '';
    if (!goesOn && text.trim() !== '') return finish({ kind: 'message', text });
    if (!goesOn) draft.lines = [];
    ask();
  };
  editor.on('line', typed => {
    if (isOver) return;
    const goesOn = !isPasting && typed.endsWith('\\');
    draft.lines = [...draft.lines, goesOn ? typed.slice(0, -1) : typed];
    if (isPasting || goesOn) ask();
    else setImmediate(send);
  });
  editor.on('SIGINT', () => {
    editor.write(null, { ctrl: true, name: 'e' });
    output.write('^C\n');
    finish({ kind: 'interrupt', hadText: editor.line !== '' || draft.lines.length > 0 });
  });
  editor.on('close', () => {
    if (isOver) return;
    output.write('\n');
    finish({ kind: 'end' });
  });
  input.on('keypress', onKey);
  output.write(marksPastes.on);
  ask();
  editor.write(draft.line);
  return () => {
    draft.line = editor.line;
    if (!isOver) clearPrompt(editor, output);
    isOver = true;
    input.off('keypress', onKey);
    output.write(marksPastes.off);
    editor.close();
  };
}

/** A question takes the place of what you are typing, which comes again after it. */
function clearPrompt(editor: Interface, output: NodeJS.WritableStream): void {
  moveCursor(output, 0, -editor.getCursorPos().rows);
  cursorTo(output, 0);
  clearScreenDown(output);
}
