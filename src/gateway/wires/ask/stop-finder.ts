export interface StopFinder {
  /** Returns the text that surely comes before any word, and the word once its last character has come. */
  push(piece: string): { readonly text: string; readonly word?: string };
  rest(): string;
}

/** Contract: no word is empty. How the text is cut doesn't matter, and the work is its length times the number of words. */
export function createStopFinder(words: readonly string[]): StopFinder {
  const matchers = words.map(createMatcher);
  let held = '';
  return {
    push(piece) {
      const all = held + piece;
      for (let at = held.length; at < all.length; at++) {
        const code = all.charCodeAt(at);
        let word = '';
        for (const matcher of matchers)
          if (matcher.read(code) && matcher.word.length > word.length) word = matcher.word;
        if (word === '') continue;
        held = '';
        return { text: all.slice(0, at + 1 - word.length), word };
      }
      const begun = Math.max(0, ...matchers.map(({ matched }) => matched));
      held = all.slice(all.length - begun);
      return { text: all.slice(0, all.length - begun) };
    },
    rest() {
      const text = held;
      held = '';
      for (const matcher of matchers) matcher.reset();
      return text;
    },
  };
}

/** This is the algorithm of Knuth, Morris and Pratt: no character is read twice. */
function createMatcher(word: string) {
  const fallbacks = fallbacksOf(word);
  let matched = 0;
  return {
    word,
    get matched() {
      return matched;
    },
    read(code: number): boolean {
      while (matched > 0 && word.charCodeAt(matched) !== code) matched = fallbacks[matched - 1] ?? 0;
      if (word.charCodeAt(matched) === code) matched++;
      return matched === word.length;
    },
    reset() {
      matched = 0;
    },
  };
}

function fallbacksOf(word: string): readonly number[] {
  const fallbacks = [0];
  let length = 0;
  for (let at = 1; at < word.length; at++) {
    while (length > 0 && word.charCodeAt(at) !== word.charCodeAt(length)) length = fallbacks[length - 1] ?? 0;
    if (word.charCodeAt(at) === word.charCodeAt(length)) length++;
    fallbacks.push(length);
  }
  return fallbacks;
}
