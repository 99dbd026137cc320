import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import type { WrittenInvocation } from '../../converser/words/models/provider.ts';

/** Arguments that are not a JSON object are passed on as written, so that you see how mistakes are handled. */
export function readInvokeCommand(
  message: string,
  at: number,
): { readonly call: WrittenInvocation; readonly end: number } | undefined {
  command.lastIndex = at;
  const [whole = '', name] = command.exec(message) ?? [];
  if (name === undefined) return undefined;
  const start = at + whole.length;
  const end = /[{[]$/.test(whole) ? endOfJson(message, start - 1) : endOfWords(message, start);
  const written = message.slice(/[{[]$/.test(whole) ? start - 1 : start, end).trim();
  return { call: { name, arguments: written === '' ? {} : parsed(written) }, end };
}

const command = /\/invoke\s{1,20}([^\s{;,]+)(?:\s{0,20}[{[])?/iy;

function parsed(written: string): unknown {
  const value = parseJson(written);
  return isJsonObject(value) ? value : written;
}

function endOfJson(message: string, at: number): number {
  let depth = 0;
  for (const { 0: token, index } of message.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth === 0) return at + index + 1;
  }
  const next = /\n\s{0,20}\/invoke\s|(?:;|\b(?:and|then))\s{0,20}\/invoke\s/i.exec(message.slice(at));
  return next === null ? message.length : at + next.index;
}

function endOfWords(message: string, at: number): number {
  const next = /\n|;|,?\s{1,9}(?:and|then)\s|,\s{1,9}(?=\/invoke)/i.exec(message.slice(at));
  return next === null ? message.length : at + next.index;
}
