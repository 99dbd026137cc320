import { parseJson } from '../json/json.ts';

/** A text that isn't JSON stays as it is: a large result is cut in the middle, which makes it invalid. */
export function indentedJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}
