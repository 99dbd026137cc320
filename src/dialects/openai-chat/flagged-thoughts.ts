import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';

interface Told {
  readonly thought: string;
  readonly said: string;
}

export type ThoughtReader = ReturnType<typeof createThoughtReader>;

const opening = '<thought>';
const closing = '</thought>';

/**
 * Gemini streams thoughts flagged and between tags, of which the closing one begins the text after them:
 * https://github.com/coder/coder/blob/main/internal/googleopenai/thoughts.go
 */
export function createThoughtReader() {
  let place: 'before' | 'within' | 'after' = 'before';
  let held = '';

  function readThought(piece: string): Told {
    const all = held + piece;
    held = '';
    if (place !== 'within') {
      if (all.length < opening.length && opening.startsWith(all)) {
        held = all;
        return nothing;
      }
      place = 'within';
      return readThought(all.startsWith(opening) ? all.slice(opening.length) : all);
    }
    const end = all.indexOf(closing);
    if (end >= 0) {
      place = 'after';
      return { thought: all.slice(0, end), said: all.slice(end + closing.length) };
    }
    held = all.slice(all.length - begunAt(all));
    return { thought: all.slice(0, all.length - held.length), said: '' };
  }

  return {
    read(content: string, isThought: boolean): Told {
      if (isThought) return readThought(content);
      if (place !== 'within' && held === '') return { thought: '', said: content };
      const all = held + content;
      if (all.length < closing.length && closing.startsWith(all)) {
        held = all;
        return nothing;
      }
      const before = held;
      held = '';
      place = 'after';
      if (all.startsWith(closing)) return { thought: '', said: all.slice(closing.length) };
      return { thought: before, said: content };
    },
    rest(): string {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

const nothing: Told = { thought: '', said: '' };

function begunAt(text: string): number {
  for (let length = Math.min(text.length, closing.length - 1); length > 0; length--)
    if (closing.startsWith(text.slice(-length))) return length;
  return 0;
}

export function googleExtra(extra: unknown): JsonObject | undefined {
  return isJsonObject(extra) && isJsonObject(extra.google) ? extra.google : undefined;
}
