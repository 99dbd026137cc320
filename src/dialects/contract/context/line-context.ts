import { isSpace } from '../scan/reader.ts';
import { announcesExample, lookBack } from './announcement.ts';

export interface LineContext {
  observe(text: string): void;
  observeCall(): void;
  atStart(): boolean;
  mayCall(bracket: string): boolean;
  isAfter(word: string): boolean;
  /** The announcement is looked for only when it is asked for, because few calls need it. */
  announcement(): () => boolean;
}

const quotes = '“„«»‹›「『‘‚《〈';
const valueBefore = new Set(`=([{"'\`$\\/|>${quotes}`);

export function createLineContext(): LineContext {
  const line: Line = { previous: '\n', significant: '', isQuote: false, isCode: false };
  let words = '';

  let unread = '';
  const read = () => {
    if (unread === '') return;
    for (let at = Math.max(0, unread.lastIndexOf('\n')); at < unread.length; at++)
      observeIn(line, unread.charAt(at));
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
      observeIn(line, '}');
    },
    atStart() {
      read();
      return line.significant === '';
    },
    mayCall(bracket) {
      read();
      const { previous, significant, isQuote, isCode } = line;
      if (isQuote || isCode) return false;
      if (bracket === '>' && previous === '>') return false;
      if (bracket === '<' || bracket === '>')
        return !'"\'`'.includes(previous) && !quotes.includes(significant || ' ');
      if (previous === '>' && words.endsWith('</think>')) return true;
      return !valueBefore.has(significant) && !/\w/.test(previous);
    },
    isAfter(word) {
      read();
      const isCode = line.isQuote || line.isCode;
      return !isCode && words.endsWith(word) && /^\s?$/.test(words.slice(0, -word.length).slice(-1));
    },
    announcement() {
      read();
      const before = words.slice(-lookBack);
      let known: boolean | undefined;
      return () => {
        known ??= announcesExample(before);
        return known;
      };
    },
  };
}

interface Line {
  previous: string;
  significant: string;
  isQuote: boolean;
  isCode: boolean;
}

function observeIn(line: Line, character: string): void {
  line.previous = character;
  if (character === '\n') {
    line.significant = '';
    line.isQuote = false;
    line.isCode = false;
  } else if (!isSpace(character)) {
    if (character === '`') line.isCode = !line.isCode;
    if (line.significant === '' && character === '>') line.isQuote = true;
    line.significant = character;
  }
}
