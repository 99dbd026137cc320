export interface GlobSources {
  readonly wanted: string;
  readonly unwanted?: string;
}

export type TranslatedGlob =
  | { readonly kind: 'sources'; readonly sources: GlobSources }
  | { readonly kind: 'unsupported'; readonly reason: string };

/**
 * Reads globs as picomatch does, without its backtracking, which can take hours. `!(…)` becomes two patterns.
 * Linear engines don't know "anything but".
 */
export function globSources(glob: string): TranslatedGlob {
  const plain = glob.replace(/\*\*(?:\/\*\*)+(?=\/|$)/g, '**');
  const reader = readGlob(plain, 'anything');
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
  return sources({ wanted: reader.source, unwanted: readGlob(plain, 'content').source });
}

function sources(found: GlobSources): TranslatedGlob {
  return { kind: 'sources', sources: found };
}

type Negation = 'anything' | 'content';

interface Group {
  readonly hasCommas: boolean;
  readonly end: number;
  readonly close: string;
}

interface Reading {
  source: string;
  at: number;
  negations: number;
  isNegationInGroup: boolean;
  readonly glob: string;
  readonly negation: Negation;
  readonly groups: Group[];
}

function readGlob(glob: string, negation: Negation): Reading {
  const reading: Reading = {
    source: '',
    at: 0,
    negations: 0,
    isNegationInGroup: false,
    glob,
    negation,
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
  return letter === '(' && beginParentheses(reading, at, ')');
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

/** Reads a class; and where it could also be part of a name, as in `[id].tsx`, that name. */
function readClass(reading: Reading): void {
  const { glob, at } = reading;
  const end = glob.indexOf(']', at + 2);
  if (end === -1) {
    write(reading, '\\[', 1);
    return;
  }
  const content = glob.slice(at + 1, end);
  const isNegated = /^[!^]/.test(content);
  const members = (isNegated ? content.slice(1) : content).replace(/[\\[\]^&~]/g, '\\$&');
  const source = isNegated ? `[^/${members}]` : `[${members}]`;
  const isOnlyClass = isNegated || /[-*+?.^${}(|)[\]]/.test(content);
  write(reading, isOnlyClass ? source : `(?:${source}|\\[${escaped(content)}\\])`, end + 1 - at);
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
  return hasComma(content) && beginGroup(reading, { open: at, end, close: ')', hasCommas: true });
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
  if (sign !== '!') return beginParentheses(reading, open, sign === '@' ? ')' : `)${sign}`);
  const end = endOf(reading.glob, open, '(', ')');
  if (end === undefined) return false;
  reading.negations++;
  if (reading.groups.length > 0) reading.isNegationInGroup = true;
  if (reading.negation === 'content') return beginParentheses(reading, open, ')');
  write(reading, '[^/]*', end + 1 - reading.at);
  return true;
}

function beginParentheses(reading: Reading, open: number, close: string): boolean {
  const end = endOf(reading.glob, open, '(', ')');
  return end !== undefined && beginGroup(reading, { open, end, close, hasCommas: false });
}

function beginGroup(reading: Reading, { open, ...group }: Group & { readonly open: number }): true {
  reading.groups.push(group);
  write(reading, '(?:', open + 1 - reading.at);
  return true;
}

function endGroup(reading: Reading): boolean {
  const group = reading.groups.at(-1);
  if (group === undefined) return false;
  if (reading.at === group.end) {
    reading.groups.pop();
    write(reading, group.close, 1);
    return true;
  }
  if (!group.hasCommas || reading.glob[reading.at] !== ',') return false;
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

function hasComma(content: string): boolean {
  let depth = 0;
  for (const letter of content) {
    if (letter === '{') depth++;
    else if (letter === '}') depth--;
    else if (letter === ',' && depth === 0) return true;
  }
  return false;
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
