/** A scan pauses where it needs more of the reply, and returns what it found. */
export type Scan<T> = Generator<undefined, T, undefined>;

export interface Reader {
  dry(): boolean;
  ended(): boolean;
  current(): string;
  take(): string;
  /** Takes at least one of the characters that have arrived. The pattern is sticky. */
  takeRun(pattern: RegExp): string;
  /** Gives out what was taken since the last cut. It stays a part of the whole. */
  cut(): string;
  /** Gives out all that was taken since the last whole. */
  whole(): string;
  /** Has this stand for all that was taken since the last whole. */
  replace(text: string): void;
  push(piece: string): void;
  end(): void;
  work(): number;
}

/** Invariant: no character is taken twice, and nothing that was given out as a whole is kept. */
export function createReader(): Reader {
  let piece = '';
  let at = 0;
  let start = 0;
  let before = '';
  let ended = false;
  let work = 0;
  let cutBefore = '';
  function cut(): string {
    const taken = before + piece.slice(start, at);
    before = '';
    start = at;
    work += taken.length;
    return taken;
  }
  return {
    dry: () => at >= piece.length,
    ended: () => ended,
    current: () => piece.charAt(at),
    work: () => work,
    take() {
      work++;
      return piece.charAt(at++);
    },
    takeRun(pattern) {
      pattern.lastIndex = at;
      const run = pattern.exec(piece)?.[0] || piece.charAt(at);
      at += run.length;
      work += run.length;
      return run;
    },
    cut() {
      const taken = cut();
      cutBefore += taken;
      return taken;
    },
    whole() {
      const all = cutBefore + cut();
      cutBefore = '';
      return all;
    },
    replace(text) {
      cut();
      cutBefore = text;
    },
    push(next) {
      before += piece.slice(start, at);
      piece = piece.slice(at) + next;
      at = 0;
      start = 0;
    },
    end() {
      ended = true;
    },
  };
}

export function* refill(reader: Reader): Scan<boolean> {
  while (reader.dry()) {
    if (reader.ended()) return false;
    yield;
  }
  return true;
}

export function* peek(reader: Reader): Scan<string> {
  yield* refill(reader);
  return reader.current();
}

export function* skipSpace(reader: Reader): Scan<void> {
  while (!reader.dry() || (yield* refill(reader))) {
    if (!isSpace(reader.current())) return;
    reader.take();
  }
}

/** Takes up to `limit` characters for which `belongs` holds, then waits for the next one or the end. */
export function* takeWhile(
  reader: Reader,
  belongs: (character: string) => boolean,
  limit: number,
): Scan<string> {
  let taken = '';
  while (taken.length < limit && (!reader.dry() || (yield* refill(reader)))) {
    if (!belongs(reader.current())) break;
    taken += reader.take();
  }
  yield* refill(reader);
  return taken;
}

export function* takeExactly(reader: Reader, expected: string): Scan<boolean> {
  for (const character of expected) {
    if ((reader.dry() && !(yield* refill(reader))) || reader.current() !== character) return false;
    reader.take();
  }
  return true;
}

/** The first character of `closer` must occur in it only once. */
export function* scanThrough(reader: Reader, closer: string): Scan<boolean> {
  let matched = 0;
  while (!reader.dry() || (yield* refill(reader))) {
    const character = reader.take();
    if (character === closer.charAt(matched)) matched++;
    else matched = character === closer.charAt(0) ? 1 : 0;
    if (matched === closer.length) return true;
  }
  return false;
}

export function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

export function isName(character: string): boolean {
  return /[\w.:/-]/.test(character);
}
