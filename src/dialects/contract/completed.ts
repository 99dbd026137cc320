/**
 * JSON of a call that lacks nothing but its last brace, with that brace: all it holds is closed. Nothing if it lacks
 * more, or if it may: a list may go on.
 *
 * @param raw the rest of a reply, perhaps with the marks of an end after the JSON
 */
export function completed(raw: string): string | undefined {
  const json = raw.slice(0, endOfJson(raw));
  return json.startsWith('{') && /[}\]]$/.test(json) ? `${json}}` : undefined;
}

/** Characters at the end of a reply that may be marks of an end. */
const longestEnd = 200;
const marks = /(?:\s|<\/[\w:]{1,40}>|<\|[\w/]{1,40}\|>|\[\/[A-Z_]{1,40}\]|`{3,8})+$/;

function endOfJson(raw: string): number {
  const start = Math.max(0, raw.length - longestEnd);
  const end = marks.exec(raw.slice(start));
  return end === null ? raw.length : start + end.index;
}
