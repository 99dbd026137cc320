import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/ground/json/json.ts';
import {
  argumentOf,
  argumentText,
  fillPieces,
  onlyArgument,
  type Piece,
  piecesOf,
  plainText,
  Unfit,
} from '../../http/argument-placeholders.ts';

type Group = readonly (readonly Piece[])[];

export interface CommandTemplate {
  readonly program: string;
  readonly groups: readonly Group[];
  /** Values of these arguments may begin with `-`. */
  readonly allowOptions: ReadonlySet<string>;
}

export function readTemplate(
  [program = '', ...rest]: readonly (string | readonly string[])[],
  allowOptions: readonly string[],
): CommandTemplate {
  const groups = rest.map(each => (typeof each === 'string' ? [each] : each).map(piecesOf));
  return { program: String(program), groups, allowOptions: new Set(allowOptions) };
}

/** Invariant: a value is one argument, or several if it is a list alone; `Unfit` refuses would-be options. */
export function fillCommand({ groups, allowOptions }: CommandTemplate, args: JsonObject): readonly string[] {
  const filled: string[] = [];
  for (const group of groups) {
    const words = fillGroup(group, args);
    if (words === undefined) continue;
    const isAfterEnd = filled.includes('--');
    for (const { text, from } of words) {
      if (from !== undefined && !isAfterEnd && !allowOptions.has(from) && isOption(text)) {
        throw new Unfit(`The argument ${JSON.stringify(from)} must not begin with "-" here.`);
      }
      filled.push(text);
    }
  }
  return filled;
}

/** Dashes that look like `-` are refused too: some programs take them for one. */
function isOption(text: string): boolean {
  return /^[-\u2010-\u2015\u2212\uff0d]/.test(text) || (process.platform === 'win32' && text.startsWith('/'));
}

interface Word {
  readonly text: string;
  readonly from?: string;
}

function fillGroup(group: Group, args: JsonObject): readonly Word[] | undefined {
  const filled = group.map(pieces => fillWord(pieces, args));
  return filled.some(words => words === undefined) ? undefined : filled.flatMap(words => words ?? []);
}

function fillWord(pieces: readonly Piece[], args: JsonObject): readonly Word[] | undefined {
  const only = onlyArgument(pieces);
  if (only !== undefined) {
    const value = argumentOf(args, only);
    if (value === undefined || value === null) return undefined;
    const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    return values.map(each => ({ text: plainText(each, only), from: only }));
  }
  const text = fillText(pieces, args);
  const [first] = pieces;
  return text === undefined
    ? undefined
    : [first?.kind === 'argument' ? { text, from: first.name } : { text }];
}

export function fillText(pieces: readonly Piece[], args: JsonObject): string | undefined {
  const isLeftOut = pieces.some(
    piece => piece.kind === 'argument' && (argumentOf(args, piece.name) ?? undefined) === undefined,
  );
  return isLeftOut ? undefined : fillPieces(pieces, name => argumentText(args, name));
}

export function mayBeAbsent(name: string, schema: JsonSchema | undefined): boolean {
  const required = Array.isArray(schema?.required) && schema.required.includes(name);
  const property = isJsonObject(schema?.properties) ? schema.properties[name] : undefined;
  return !required && !(isJsonObject(property) && property.default !== undefined);
}
