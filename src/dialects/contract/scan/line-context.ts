import { isSpace } from './reader.ts';

/** Where the next character is, as far as Markdown and the words before it matter for calls. */
export interface LineContext {
  observe(text: string): void;
  /** A call was read. */
  observeCall(): void;
  /** Only white space comes before it on its line. */
  readonly atStart: boolean;
  /** Whether a bracket here may open a call: it is not quoted, not code, and not a value. */
  mayCall(bracket: string): boolean;
  /** The words before it announce an example. */
  readonly announcesExample: boolean;
}

const valueBefore = new Set('=([{"\'`$\\/|>');

export function createLineContext(): LineContext {
  let previous = '\n';
  let significant = '';
  let isQuote = false;
  let isCode = false;
  let words = '';

  const observeOne = (character: string) => {
    previous = character;
    if (character === '\n') {
      significant = '';
      isQuote = false;
      isCode = false;
    } else if (!isSpace(character)) {
      if (character === '`') isCode = !isCode;
      if (significant === '' && character === '>') isQuote = true;
      significant = character;
    }
  };

  /** Observed, but not read yet: most pieces arrive before the next question about the line. */
  let unread = '';
  const read = () => {
    if (unread === '') return;
    // A line break makes all forgotten that came before it.
    for (let at = Math.max(0, unread.lastIndexOf('\n')); at < unread.length; at++)
      observeOne(unread.charAt(at));
    words += unread;
    if (words.length > 2000) words = words.slice(-lookBack);
    unread = '';
  };

  return {
    observe(text) {
      unread += text;
      if (unread.length > 2000) read();
    },
    observeCall() {
      read();
      observeOne('}');
    },
    get atStart() {
      read();
      return significant === '';
    },
    mayCall(bracket) {
      read();
      if (isQuote || isCode) return false;
      if (bracket === '<') return !'"\'`'.includes(previous);
      return !valueBefore.has(significant) && !/\w/.test(previous);
    },
    get announcesExample() {
      read();
      const paragraph = words.slice(-lookBack).trimEnd().split('\n').at(-1) ?? '';
      return announcement.test(paragraph);
    },
  };
}

const lookBack = 300;
const announcement = new RegExp(
  [
    '\\b(?:for|an?|as|another|this|following) example\\b(?![./\\w])',
    '\\bexamples?( calls?| usage)?:',
    '\\bfor instance\\b',
    '\\be\\.g\\.',
    '\\b(?:would|could|might) (?:be|look|call|write|use|send)\\b',
    '\\blooks? like\\b',
    "\\b(?:do not|don't|never|must not|should not|shouldn't) (?:call|use|run|write|send|do)\\b",
  ].join('|'),
  'i',
);
