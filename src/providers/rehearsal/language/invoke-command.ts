import { isJsonObject } from '../../../converser/json/json.ts';

/** An explicit `/invoke ensemble:name {json}`. */
export interface WrittenCall {
  readonly name: string;
  /** The object, or what was written in its place. */
  readonly arguments: unknown;
}

/**
 * Reads the command that begins at a place, and where it ends. What follows the name is passed on as it was written
 * when it is no JSON object: people try out with it how mistakes are handled.
 */
export function readInvokeCommand(
  message: string,
  at: number,
): { readonly call: WrittenCall; readonly end: number } | undefined {
  command.lastIndex = at;
  const match = command.exec(message);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const afterName = at + match[0].length;
  const argumentsAt =
    afterName + (/^\s*(?=[{[])/.exec(message.slice(afterName, afterName + 1000))?.[0].length ?? -1);
  const end = argumentsAt < afterName ? endOfWords(message, afterName) : endOfJson(message, argumentsAt);
  const written = message.slice(Math.max(afterName, argumentsAt), end).trim();
  return { call: { name, arguments: written === '' ? {} : parsed(written) }, end };
}

const command = /\/invoke\s+([^\s{;,]+)/iy;

function parsed(written: string): unknown {
  try {
    const value: unknown = JSON.parse(written);
    return isJsonObject(value) ? value : written;
  } catch {
    return written;
  }
}

/** The end of the bracketed text that begins here; that of the command when the brackets are never closed. */
function endOfJson(message: string, at: number): number {
  let depth = 0;
  let isInString = false;
  for (let index = at; index < message.length; index++) {
    const character = message.charAt(index);
    if (isInString) {
      if (character === '\\') index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return index + 1;
  }
  const next = /\n\s*\/invoke\s|(?:;|\b(?:and|then))\s*\/invoke\s/i.exec(message.slice(at + 1));
  return next === null ? message.length : at + 1 + next.index;
}

/** Words in place of JSON reach up to the end of the line, or to what begins another request. */
function endOfWords(message: string, at: number): number {
  const next = /\n|;|,?\s+(?:and|then)\s|,\s+(?=\/invoke)/i.exec(message.slice(at));
  return next === null ? message.length : at + next.index;
}
