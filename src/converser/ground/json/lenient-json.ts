import type { JsonValue } from './json.ts';
import { closingQuote, isQuote } from './quotes.ts';

export type ReadJson =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'refused'; readonly reason: string };

/** Invariant: what can be read in two ways, or stops in the middle, is refused; nothing is guessed. */
export function readJson(written: string): ReadJson {
  const strict = parse(written);
  if (strict !== undefined) return { kind: 'value', value: strict };
  const tokens = tokenize(withoutFence(written));
  if (tokens.kind === 'refused') return tokens;
  const value = parse(tokens.json);
  return value === undefined ? refused('they aren’t valid JSON') : { kind: 'value', value };
}

function parse(json: string): JsonValue | undefined {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    return undefined;
  }
}

function withoutFence(written: string): string {
  const trimmed = written.trim();
  return trimmed.startsWith('```') ? trimmed.replace(/^```\w*\s/, '').replace(/```$/, '') : trimmed;
}

type Tokens = { readonly kind: 'tokens'; readonly json: string } | ReturnType<typeof refused>;

function tokenize(written: string): Tokens {
  const tokens: string[] = [];
  let depth = 0;
  for (let at = 0; at < written.length; ) {
    const character = written.charAt(at);
    if (/\s/.test(character)) {
      at++;
    } else if (isQuote(character)) {
      const end = endOfText(written, at);
      if (end === undefined) return refused('they are incomplete');
      const content = unescaped(written.slice(at + 1, end));
      if (content === undefined) return refused('a backslash inside a string must be written twice');
      tokens.push(JSON.stringify(content));
      at = end + 1;
    } else if (character === '/') {
      const comment = match(comments, written, at);
      if (comment === undefined) return refused(strayReason(undefined, character));
      at += comment.length;
    } else if ('{}[]:,'.includes(character)) {
      depth += '{['.includes(character) ? 1 : '}]'.includes(character) ? -1 : 0;
      if ('}]'.includes(character)) dropTrailingComma(tokens);
      tokens.push(character);
      at++;
    } else {
      const found = word(written, at);
      if (found === undefined || found.token === undefined)
        return refused(strayReason(found?.text, character));
      tokens.push(found.token);
      at += found.text.length;
    }
  }
  return depth > 0 ? refused('they are incomplete') : { kind: 'tokens', json: tokens.join(' ') };
}

function refused(reason: string) {
  return { kind: 'refused', reason } as const;
}

function endOfText(written: string, start: number): number | undefined {
  const quote = closingQuote(written.charAt(start)).charCodeAt(0);
  for (let at = start + 1; at < written.length; at++) {
    const unit = written.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === quote) return at;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** `undefined` if a backslash escapes nothing: then the others may not be escapes either. */
function unescaped(body: string): string | undefined {
  let isWrong = false;
  const content = body.replace(
    /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_whole, unit?: string, character?: string) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      const meant = character === undefined ? undefined : escapes[character];
      if (meant === undefined) isWrong = true;
      return meant ?? '';
    },
  );
  return isWrong ? undefined : content;
}

function dropTrailingComma(tokens: string[]): void {
  const before = tokens.at(-2);
  if (tokens.at(-1) === ',' && before !== undefined && !'{[:,'.includes(before)) tokens.pop();
}

const literals: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  null: 'null',
  True: 'true',
  False: 'false',
  None: 'null',
};
const name = /[A-Za-z_$][\w$-]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const colon = /\s*:/y;
const comments = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

function word(written: string, at: number): { readonly text: string; readonly token?: string } | undefined {
  const digits = match(number, written, at);
  if (digits !== undefined) return { text: digits, token: digits };
  const text = match(name, written, at);
  if (text === undefined) return undefined;
  if (match(colon, written, at + text.length) !== undefined) return { text, token: JSON.stringify(text) };
  const token = Object.hasOwn(literals, text) ? literals[text] : undefined;
  return token === undefined ? { text } : { text, token };
}

function match(pattern: RegExp, written: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(written)?.[0];
}

function strayReason(text: string | undefined, character: string): string {
  const what = JSON.stringify(text === undefined ? character : text.slice(0, 40));
  return `${what} is outside quotation marks, or a quotation mark inside a string is not escaped`;
}
