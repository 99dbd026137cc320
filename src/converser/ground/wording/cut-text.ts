/** Three quarters of `limit` characters are the head; no cut splits a character or, cheaply, a line. */
export function cutText(
  text: string,
  { limit, readOn }: { readonly limit: number; readonly readOn: string },
): string {
  if (text.length <= limit) return text;
  const lines = linesIn(text);
  const longestNotice = notice({ missing: text.length, lines, of: text.length, readOn });
  const room = Math.max(0, limit - longestNotice.length - 2);
  const headRoom = Math.floor(room * 0.75);
  const head = text.slice(0, endOfHead(text, headRoom));
  const tail = text.slice(startOfTail(text, text.length - (room - headRoom)));
  const missing = text.slice(head.length, text.length - tail.length);
  const gapNotice = notice({ missing: missing.length, lines: linesIn(missing), of: text.length, readOn });
  const gap = head === '' || head.endsWith('\n') ? '' : '\n';
  return `${head}${gap}${gapNotice}${tail === '' ? '' : '\n'}${tail}`;
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

interface Missing {
  readonly missing: number;
  readonly lines: number;
  readonly of: number;
  readonly readOn: string;
}

function notice({ missing, lines, of, readOn }: Missing): string {
  return `[… ${missing} characters (${lines} lines) of ${of} are left out here. ${readOn}`
    .trimEnd()
    .concat(']');
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function closeEnough(room: number): number {
  return Math.min(200, Math.floor(room / 4));
}

function endOfHead(text: string, room: number): number {
  const newline = room === 0 ? -1 : text.lastIndexOf('\n', room - 1);
  if (newline >= 0 && room - newline <= closeEnough(room)) return newline + 1;
  return splitsCharacter(text, room) ? room - 1 : room;
}

function startOfTail(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  if (newline !== -1 && newline - at < closeEnough(text.length - at)) return newline + 1;
  return splitsCharacter(text, at) ? at + 1 : at;
}

function splitsCharacter(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
