import type { JsonValue } from '../../converser/ground/json/json.ts';
import { readJson } from '../../converser/ground/json/lenient-json.ts';
import { closingQuote, isQuote } from '../../converser/ground/json/quotes.ts';
import { joinOutcomes, malformed, type Outcome } from './outcome.ts';
import { callOf } from './read-calls.ts';
import type { ToolNames } from './tool-names.ts';

export function readExpressions(written: string, tools: ToolNames): Outcome {
  const parts = split(written, ',;').filter(part => part.trim() !== '');
  return joinOutcomes(parts.map(part => readExpression(part.trim(), tools)));
}

/** Reads lines of Python that all call tools. Anything else makes all of them code, which is text. */
export function readStatements(code: string, tools: ToolNames): Outcome {
  const statements = split(code, ';\n').map(each => each.trim());
  const calls = statements.filter(each => each !== '' && !each.startsWith('#')).map(withoutPrint);
  const list = calls.length === 1 ? (/^\[(.*)\]$/s.exec(calls[0] ?? '')?.[1] ?? calls[0]) : undefined;
  const expressions = list === undefined ? calls : split(list, ',').map(each => each.trim());
  const isCode = expressions.some(each => tools.resolve(each.split('(', 1)[0] ?? '') === undefined);
  return isCode ? { kind: 'text' } : joinOutcomes(expressions.map(each => readExpression(each, tools)));
}

function withoutPrint(statement: string): string {
  const value = statement.replace(/^[A-Za-z_]\w*\s*=\s*(?!=)/, '').replace(/^await\s+/, '');
  return /^print\((.*)\)$/s.exec(value)?.[1]?.trim() ?? value;
}

function readExpression(written: string, tools: ToolNames): Outcome {
  const open = written.indexOf('(');
  if (open < 0 || !written.endsWith(')')) return malformed('it doesn’t have the form name(argument=value)');
  const name = written.slice(0, open).trim();
  const resolved = tools.resolve(name) === undefined ? name.replace(/\.call$/, '') : name;
  const pairs: [string, JsonValue][] = [];
  for (const part of split(written.slice(open + 1, -1), ',')) {
    if (part.trim() === '') continue;
    const pair = readPair(part);
    if (typeof pair === 'string') return malformed(pair);
    pairs.push(pair);
  }
  return callOf(resolved, Object.fromEntries(pairs), tools);
}

const key = /^\s*([A-Za-z_]\w*)\s*=(?!=)/;

function readPair(part: string): [string, JsonValue] | string {
  const [begin, name] = key.exec(part) ?? [];
  if (begin === undefined || name === undefined) return 'its arguments must be named, as in path="a.txt"';
  const read = readJson(part.slice(begin.length));
  return read.kind === 'value' ? [name, read.value] : `the value of ${name} cannot be read: ${read.reason}`;
}

function split(written: string, separators: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < written.length; at++) {
    const character = written.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (isQuote(character)) quote = closingQuote(character);
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (depth === 0 && separators.includes(character)) {
      parts.push(written.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, written.slice(start)];
}
