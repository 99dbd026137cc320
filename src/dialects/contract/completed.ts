/** Adds the last brace to JSON that may be followed by marks of an end. Returns nothing if more may be missing. */
export function completed(raw: string): string | undefined {
  const json = raw.slice(0, endOfJson(raw));
  return json.startsWith('{') && /[}\]]$/.test(json) ? `${json}}` : undefined;
}

const longestEnd = 200;
const marks = /(?:\s|<\/[\w:]{1,40}>|<\|[\w/]{1,40}\|>|\[\/[A-Z_]{1,40}\]|`{3,8})+$/;

function endOfJson(raw: string): number {
  const start = Math.max(0, raw.length - longestEnd);
  const end = marks.exec(raw.slice(start));
  return end === null ? raw.length : start + end.index;
}
