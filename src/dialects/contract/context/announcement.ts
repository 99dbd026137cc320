import { examples, formats, intentions, labels, reports } from './announcement-words.ts';

export const lookBack = 500;

/** Models announce their own calls, too: only a sentence that ends with the call, without intent, counts. */
export function announcesExample(text: string): boolean {
  const before = text.slice(-lookBack);
  const start = before.lastIndexOf('\n') + 1;
  if (isShownOnLine(before.slice(start), before.slice(0, start))) return true;
  const lines = before.trimEnd().split('\n');
  if (isUnderItem(before.slice(start), lines)) return true;
  const last = (lines.pop() ?? '').trim();
  if (announces(last)) return true;
  if (!isTitle(last)) return false;
  return announces(lines.findLast(line => line.trim() !== '')?.trim() ?? '');
}

function announces(line: string): boolean {
  const sentence = lastSentence(line);
  if (examples.test(sentence)) return true;
  const isIntended = intentions.test(sentence);
  if (!isIntended && examples.test(line)) return true;
  if (labels.test(line)) return true;
  return !isIntended && !/[.!?。！？…]["'”»)]*$/.test(sentence) && isReport(sentence);
}

function isReport(sentence: string): boolean {
  return formats.test(sentence) || reports.some(parts => parts.every(part => part.test(sentence)));
}

function lastSentence(line: string): string {
  return line.split(borders).at(-1) ?? line;
}

const borders =
  /(?<=[^\d\s][.!?])\s+(?=\S)|(?<=[。！？])(?=.)|[,;]\s+(?=(?:so|but|therefore) (?:I|let|we)\b|(?:also|aber) \p{L}+ ich\b|(?:donc|mais) (?:je|j['’]))/u;

function isTitle(line: string): boolean {
  return /^(?:#{1,6}\s|\*\*|__)/.test(line) || (line.length <= 60 && /[:：]\s*(?:\*\*|__)?$/.test(line));
}

/** A list tells what could be called, unless one of its items says what the model does. */
const item = /^\s*(?:[-*+•‣–]|\d{1,3}[.)])\s+(.{0,120})$/;

function isItem(line: string): boolean {
  const label = item.exec(line)?.[1];
  return label !== undefined && !intentions.test(label);
}

/** A call that stands below an item belongs to it if it is indented, or if there are more of them. */
function isUnderItem(line: string, lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? '';
  if (line.trim() !== '' || !isItem(last) || !/[:：–—][*_`\s]*$/.test(last)) return false;
  return /^(?: {2}|\t)/.test(line) || lines.slice(0, -1).some(each => item.test(each));
}

const record = /^\s*(?:\d{1,7}\s*[:|→]|[$%+|]|.*\b\d{1,2}:\d{2}(?::\d{2})?\b.*)\s*$/;
const indentation = /^(?: {4,}|\t)\s*$/;
/** A tag of calls is found here only if it was quoted, and therefore not read as one. */
const shownIn =
  /<(?:tool_calls?|function_calls?|blockquote|code|doc|document|documentation|examples?|kbd|li|pre|q|quote|samp|sample|td)\b[^<>]{0,80}>\s*$/i;

function isShownOnLine(line: string, above: string): boolean {
  if (isItem(line) || record.test(line) || shownIn.test(above + line)) return true;
  if (/(?:^|\n)[ \t]{0,3}>[^\n]*\n$/.test(above)) return true;
  return indentation.test(line) && /\S\s*\n[ \t]*\n$/.test(above);
}
