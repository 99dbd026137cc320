import type { JsonValue } from '../../../converser/json/json.ts';
import { listItems } from './list-items.ts';
import { unquote } from './quotes.ts';
import { readMoment } from './read-moment.ts';
import { isLikelyFile, readPath } from './read-path.ts';
import { zoneOf } from './time-zones.ts';

/** A kind of blank in a phrase: what may stand there, and what it means. */
export interface SlotKind {
  /** A regular expression without groups that capture. */
  readonly source: string;
  /** The value, or `undefined` when what was written cannot be meant, and so the phrase does not fit. */
  readonly read: (written: string) => JsonValue | undefined;
}

const quoted = '`[^`\\n]+`|"[^"\\n]+"|\'[^\'\\n]+\'|“[^”\\n]+”';
const token = `(?:${quoted}|\\S+)`;
const dice = '\\d*\\s?d\\s?(?:\\d+|%)(?:\\s?[+-]\\s?\\d+)?';
const line = `(?:${quoted}|[^\\n]+?)`;

export const slotKinds: Readonly<Record<string, SlotKind>> = {
  /** A file or a folder: one word, or anything in quotes. */
  path: { source: token, read: written => only(path => !path.includes('*'), readPath(written)) },
  /** A path that looks like that of a file. */
  file: { source: token, read: written => only(isLikelyFile, readPath(written)) },
  /** A path that does not look like that of a file. */
  folder: { source: token, read: written => only(path => !isLikelyFile(path), readPath(written)) },
  /** One path or several. */
  paths: { source: line, read: readPaths },
  /** One path that looks like that of a file, or several. */
  files: { source: line, read: written => only(paths => paths.every(isLikelyFile), readPaths(written)) },
  glob: { source: token, read: written => only(glob => /[*?{]/.test(glob), readPath(written)) },
  /** An ending of file names, such as `ts`. */
  ending: { source: '\\.?[A-Za-z0-9]{1,8}', read: written => written.replace(/^\./, '') },
  /** Words on one line. */
  text: { source: line, read: written => unquote(written) || undefined },
  /** Text of any length, as a file holds it. */
  content: { source: '[\\s\\S]+', read: written => unquote(written) || undefined },
  /** What a program calls something. */
  name: { source: token, read: readName },
  number: { source: '(?:-?\\d+|one|two|three|four|five|six|seven|eight|nine|ten)', read: readNumber },
  /** Two numbers with a dash between them. */
  range: { source: '\\d+\\s?[-–]\\s?\\d+', read: written => written.split(/[-–]/).map(Number) },
  /** One roll or several, such as `2d6+1 and d20`. */
  dice: { source: `${dice}(?:(?:\\s?,\\s?|\\sand\\s)${dice})*`, read: readDice },
  /** Two things or more to choose from. */
  items: { source: line, read: written => only(items => items.length > 1, listItems(written).map(unquote)) },
  /** A place or a time zone, as the name of a time zone. */
  zone: { source: '[^\\n]+?', read: zoneOf },
  /** One place or several. */
  zones: { source: '[^\\n]+?', read: readZones },
  /** A unit of time, as its plural. */
  unit: {
    source: '(?:year|month|week|day|hour|minute|second)s?',
    read: written => written.toLowerCase().replace(/s?$/, 's'),
  },
  /** A date or a time, in words that a tool reads. */
  moment: { source: line, read: readMoment },
};

function only<T extends JsonValue>(accepts: (value: T) => boolean, value: T | undefined): T | undefined {
  return value !== undefined && accepts(value) ? value : undefined;
}

function readPaths(written: string): readonly string[] | undefined {
  const items = listItems(written).map(item =>
    item.replace(/^(the )?(files?|folders?|director(y|ies)) /i, ''),
  );
  const paths = items.map(item => (/^[`"'“]/.test(item) || !/\s/.test(item) ? readPath(item) : undefined));
  const known = paths.filter(path => path !== undefined);
  return known.length > 0 && known.length === paths.length ? known : undefined;
}

function readName(written: string): string | undefined {
  const name = unquote(written).replace(/[?!.,;:]{1,9}$/, '');
  return /^(it|this|that|the|any|all)$/i.test(name) ? undefined : name || undefined;
}

const numerals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function readNumber(written: string): number {
  const numeral = numerals.indexOf(written.toLowerCase());
  if (numeral !== -1) return numeral + 1;
  return Number(written);
}

function readDice(written: string): readonly string[] {
  return written.split(/\s?,\s?|\sand\s/i).map(roll => {
    const plain = roll.toLowerCase().replace(/\s+/g, '').replace('%', '100');
    return plain.startsWith('d') ? `1${plain}` : plain;
  });
}

function readZones(written: string): readonly string[] {
  return listItems(written).flatMap(place => zoneOf(place.replace(/^in\s/i, '')) ?? []);
}
