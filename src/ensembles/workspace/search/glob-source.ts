export interface GlobSources {
  readonly wanted: string;
  readonly unwanted?: string;
}

export type TranslatedGlob =
  | { readonly kind: 'sources'; readonly sources: GlobSources }
  | { readonly kind: 'unsupported'; readonly reason: string };

/**
 * Brackets are signs of globs, and letters of names: `app/(auth)`, `[id].tsx`. `either` reads them both ways. `meant`
 * takes one: `(…)` without `|` is a name, and so is `[…]` that isn't negated and isn't made of ranges and signs only.
 */
export type Brackets = 'either' | 'meant';

export interface GlobReading {
  readonly wanted: Brackets;
  /** What a `!` leaves out. */
  readonly unwanted: Brackets;
}

export const forFinding: GlobReading = { wanted: 'either', unwanted: 'either' };
export const forDenying: GlobReading = { wanted: 'either', unwanted: 'meant' };
/** A yes must not grow by a second reading. */
export const forAllowing: GlobReading = { wanted: 'meant', unwanted: 'either' };

/**
 * Reads globs as picomatch does, without its backtracking, which can take hours. `!(…)` becomes two patterns.
 * Linear engines don't know "anything but".
 */
export function globSources(glob: string, brackets: GlobReading): TranslatedGlob {
  const plain = glob.replace(/\*\*(?:\/\*\*)+(?=\/|$)/g, '**');
  const reader = readGlob(plain, 'anything', brackets);
  if (reader.negations === 0) return sources({ wanted: reader.source });
  if (reader.negations > 1) {
    return {
      kind: 'unsupported',
      reason: 'it has more than one !(…); use one, or list the wanted names: {a,b}',
    };
  }
  if (reader.isNegationInGroup) {
    return { kind: 'unsupported', reason: 'its !(…) is inside another group; put it outside' };
  }
  return sources({ wanted: reader.source, unwanted: readGlob(plain, 'content', brackets).source });
}

function sources(found: GlobSources): TranslatedGlob {
  return { kind: 'sources', sources: found };
}

type Negation = 'anything' | 'content';

interface Group {
  readonly kind: 'braces' | 'parentheses' | 'negation';
  readonly end: number;
  readonly close: string;
  /** Where it begins in the source. */
  readonly from: number;
  /** Its source as a part of a name, if it may be one. */
  readonly name?: string | undefined;
}

interface Reading {
  source: string;
  at: number;
  negations: number;
  isNegationInGroup: boolean;
  readonly glob: string;
  readonly negation: Negation;
  readonly brackets: GlobReading;
  readonly groups: Group[];
}

function readGlob(glob: string, negation: Negation, brackets: GlobReading): Reading {
  const reading: Reading = {
    source: '',
    at: 0,
    negations: 0,
    isNegationInGroup: false,
    glob,
    negation,
    brackets,
    groups: [],
  };
  while (reading.at < glob.length) {
    if (!endGroup(reading)) readPiece(reading);
  }
  return reading;
}

function readPiece(reading: Reading): void {
  const { glob, at } = reading;
  if (beginAnyGroup(reading)) return;
  const letter = glob.charAt(at);
  if (letter === '*') readStars(reading);
  else if (letter === '?') write(reading, '[^/]', 1);
  else if (letter === '[') readClass(reading);
  // After a group, it repeats that group.
  else if (letter === '+' && /[\])}]/.test(glob[at - 1] ?? '')) write(reading, '+', 1);
  else write(reading, letter === '|' ? '|' : escaped(letter), 1);
}

function beginAnyGroup(reading: Reading): boolean {
  const { glob, at } = reading;
  const letter = glob.charAt(at);
  if (/[@?*+!]/.test(letter) && glob[at + 1] === '(') return beginExtended(reading, letter);
  if (letter === '{') return beginBraces(reading);
  return letter === '(' && beginParentheses(reading, '');
}

function isEither({ groups, brackets }: Reading): boolean {
  const isUnwanted = groups.some(({ kind }) => kind === 'negation');
  return brackets[isUnwanted ? 'unwanted' : 'wanted'] === 'either';
}

function write(reading: Reading, source: string, length: number): void {
  reading.source += source;
  reading.at += length;
}

function readStars(reading: Reading): void {
  const { glob, at, groups } = reading;
  const count = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
  const next = glob[at + count];
  const isWholeName = beginsName(reading) && (next === undefined || next === '/' || endsName(reading, next));
  // `*/**` is about what lies deeper than the top; after any other folder, `**` is about that folder, too.
  const isAllInside = next === undefined && groups.length === 0 && /[^*]\/$/.test(glob.slice(0, at));
  if (count !== 2 || !isWholeName) write(reading, '[^/]*', count);
  else if (next === '/') write(reading, '(?:.*/)?', count + 1);
  else if (!isAllInside) write(reading, '.*', count);
  else {
    reading.source = `${reading.source.slice(0, -1)}(?:/.*)?`;
    reading.at += count;
  }
}

function beginsName({ glob, at, groups }: Reading): boolean {
  const before = glob[at - 1];
  return before === undefined || before === '/' || (groups.length > 0 && /[{,(|]/.test(before));
}

function endsName({ groups }: Reading, next: string): boolean {
  return groups.length > 0 && /[},)|]/.test(next);
}

function readClass(reading: Reading): void {
  const { glob, at } = reading;
  const end = glob.indexOf(']', at + 2);
  if (end === -1) {
    write(reading, '\\[', 1);
    return;
  }
  const [twice] = /^\[\[[^[\]/]+\]\]/.exec(glob.slice(at)) ?? [];
  const whole = twice ?? glob.slice(at, end + 1);
  const content = glob.slice(at + 1, end);
  const name = nameSource(whole);
  const listed = `${classSource(content)}${twice === undefined ? '' : '\\]'}`;
  const isSign = /^[^\p{L}\p{N}]$/u.test(content);
  const isMeant =
    twice === undefined && /^[!^].|^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[^\p{L}\p{N}])+$/su.test(content);
  const meant = isMeant ? listed : name;
  const either = isEither(reading) ? `${listed}|${name}` : meant;
  write(reading, `(?:${isSign ? listed : isClass(content) ? either : name})`, whole.length);
}

function classSource(content: string): string {
  const isNegated = /^[!^]./s.test(content);
  const members = isNegated ? content.slice(1) : content;
  return `[${isNegated ? '^/' : ''}${members.replace(/[\\[\]^&~]/g, '\\$&')}]`;
}

/** A range such as `r-i` in `[user-id]` goes backwards, so that this is only a name; `[z-a]` is a mistake. */
function isClass(content: string): boolean {
  if (/^(?:.-.)+$/su.test(content)) return true;
  return [...content.matchAll(/(.)-(.)/gsu)].every(([, from = '', to = '']) => from <= to);
}

function nameSource(text: string): string {
  return escaped(text).replaceAll('\\*', '[^/]*').replaceAll('\\?', '[^/]');
}

function beginBraces(reading: Reading): boolean {
  const { glob, at } = reading;
  const end = endOf(glob, at, '{', '}');
  if (end === undefined) return false;
  const content = glob.slice(at + 1, end);
  const range = rangeSource(content);
  if (range !== undefined) {
    write(reading, range, end + 1 - at);
    return true;
  }
  return holds(content, '{,}') && beginGroup(reading, { kind: 'braces', open: at, end, close: ')' });
}

function rangeSource(content: string): string | undefined {
  const letters = /^([a-z])\.\.([a-z])$/i.exec(content);
  if (letters !== null) return `[${[letters[1], letters[2]].sort().join('-')}]`;
  const numbers = /^(\d{1,6})\.\.(\d{1,6})$/.exec(content);
  if (numbers === null) return undefined;
  const [least = 0, most = 0] = [Number(numbers[1]), Number(numbers[2])].sort((a, b) => a - b);
  if (most - least > 1000) return undefined;
  const width = /^0\d/.test(numbers[1] ?? '') ? (numbers[1]?.length ?? 0) : 0;
  const all = Array.from({ length: most - least + 1 }, (_, more) =>
    String(least + more).padStart(width, '0'),
  );
  return `(?:${all.join('|')})`;
}

function beginExtended(reading: Reading, sign: string): boolean {
  const open = reading.at + 1;
  if (sign !== '!') return beginParentheses(reading, sign);
  const end = endOf(reading.glob, open, '(', ')');
  if (end === undefined) return false;
  reading.negations++;
  if (reading.groups.length > 0) reading.isNegationInGroup = true;
  if (reading.negation === 'content') return beginGroup(reading, { kind: 'negation', open, end, close: ')' });
  write(reading, '[^/]*', end + 1 - reading.at);
  return true;
}

function beginParentheses(reading: Reading, sign: string): boolean {
  const { glob, at, groups } = reading;
  const open = at + sign.length;
  const end = endOf(glob, open, '(', ')');
  if (end === undefined) return false;
  if (!isEither(reading) && sign === '' && !holds(glob.slice(open + 1, end), '(|)'))
    return beginGroup(reading, { kind: 'parentheses', open, end, close: '\\))' }, '(?:\\(');
  // Each letter counts once as one of a name, however deep the groups are.
  const isOutermost = groups.every(group => group.kind === 'braces');
  const name = isEither(reading) && isOutermost ? nameSource(glob.slice(at, end + 1)) : undefined;
  return beginGroup(reading, { kind: 'parentheses', open, end, close: `)${sign === '@' ? '' : sign}`, name });
}

function beginGroup(
  reading: Reading,
  { open, ...group }: Omit<Group, 'from'> & { readonly open: number },
  source = '(?:',
): true {
  reading.groups.push({ ...group, from: reading.source.length });
  write(reading, source, open + 1 - reading.at);
  return true;
}

function endGroup(reading: Reading): boolean {
  const group = reading.groups.at(-1);
  if (group === undefined) return false;
  if (reading.at === group.end) {
    reading.groups.pop();
    write(reading, group.close, 1);
    const { source } = reading;
    if (group.name !== undefined)
      reading.source = `${source.slice(0, group.from)}(?:${source.slice(group.from)}|${group.name})`;
    return true;
  }
  if (group.kind !== 'braces' || reading.glob[reading.at] !== ',') return false;
  write(reading, '|', 1);
  return true;
}

function endOf(glob: string, start: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let at = start; at < glob.length; at++) {
    if (glob[at] === open) depth++;
    else if (glob[at] === close && --depth === 0) return at;
  }
  return undefined;
}

/** Tells whether the sign is there outside of further brackets of that kind. */
function holds(content: string, [open, sign, close]: '{,}' | '(|)'): boolean {
  let depth = 0;
  for (const letter of content) {
    if (letter === open) depth++;
    else if (letter === close) depth--;
    else if (letter === sign && depth === 0) return true;
  }
  return false;
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
