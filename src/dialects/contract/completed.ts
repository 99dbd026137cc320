/**
 * Adds the last brace to JSON of a call that lacks nothing else. Returns nothing if it may lack more, as a list does
 * that may go on.
 *
 * @param raw the rest of a reply, perhaps with the marks of an end after the JSON
 */
export function completed(raw: string): string | undefined {
  const json = raw.slice(0, endOfJson(raw));
  return json.startsWith('{') && /[}\]]$/.test(json) ? `${json}}` : undefined;
}

/** In characters. */
const longestEnd = 200;
const marks = /(?:\s|<\/[\w:]{1,40}>|<\|[\w/]{1,40}\|>|\[\/[A-Z_]{1,40}\]|`{3,8})+$/;

function endOfJson(raw: string): number {
  const start = Math.max(0, raw.length - longestEnd);
  const end = marks.exec(raw.slice(start));
  return end === null ? raw.length : start + end.index;
}
