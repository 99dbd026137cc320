import { codeMark } from './prose.ts';
import { verbOf } from './verbs.ts';

const label = new RegExp(
  String.raw`^\s*(?:${codeMark}{3,}|[\w./-]+\.\w{1,5}|[A-Z][\w ]{1,20})\s*(?::(?=\s|$)|–|—|\s-\s)\s*`,
);

/** Where the words after a label such as `src/a.ts:` begin; 0: there is none. */
export function endOfLabel(text: string): number {
  const found = label.exec(text)?.[0] ?? '';
  // "Ran the tests – all pass" has none.
  const [, verb = ''] = /^\s*([A-Z][a-z]+) [\w ]*\W+$/.exec(found) ?? [];
  return verb !== '' && verbOf(verb) !== undefined ? 0 : found.length;
}

/** Where the part of the sentence begins that leads up to a place. */
export function lastBreak(text: string, before: number): number {
  const at = Math.max(...breaks.map(each => text.lastIndexOf(each, before - 1)));
  return at < 0 ? 0 : at + (/^[\s,;:]*(?:and|but)?\s*/.exec(text.slice(at, at + 20))?.[0].length ?? 0);
}

const breaks = [', ', '; ', ': ', ' and ', ' but '];

const isLed = / (?:which|that) $/;

/** Characters before "which I created" that belong to it. */
export function leadBefore(text: string, from: number): number {
  if (!isLed.test(text.slice(Math.max(0, from - 7), from))) return 0;
  return /(\S+),? (?:which|that) $/.exec(text.slice(Math.max(0, from - 200), from))?.[0].length ?? 0;
}

/** Where the sentence goes on to something else: a reason, what was found, what it is about. */
const goesOn =
  /,?(?<!'ve|have)\s(?:but|because|which|who|whose|while|although|since|where|as they|as it)\b|,\s+as (?:the|I|there|this|that|we|you|those)\b|,? and (?:found|saw|noticed|see|it|they|there)\b|, (?:most|some|each|one|two|so|it|there)\b|\s[–—]\s|:\s/g;

const namesSomething = new RegExp(String.raw`${codeMark}|\w[./]\w`);

/** Where a claim ends, at the latest where the next one begins. */
export function endOfClaim(text: string, from: number, next: number): number {
  if (next - from < 2) return next;
  goesOn.lastIndex = from + 1;
  for (let found = goesOn.exec(text); found !== null && found.index < next; found = goesOn.exec(text)) {
    const { index, 0: words } = found;
    if (index + words.length > next) break;
    // What follows a colon is what was done, unless that was said before.
    if (words.startsWith(':') && !namesSomething.test(text.slice(from, index))) continue;
    return index;
  }
  return next;
}
