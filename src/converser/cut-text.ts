/**
 * The head and the tail of a text that is too long, with a line between them that says how much is missing and
 * how to read on. Three quarters of the room go to the head, and neither cut splits a character or, where that
 * costs little, a line.
 */
export function cutText(
  text: string,
  { limit, readOn }: { readonly limit: number; readonly readOn: string },
): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, endOfHead(text, Math.floor(limit * 0.75)));
  const tail = text.slice(startOfTail(text, text.length - (limit - Math.floor(limit * 0.75))));
  const missing = text.slice(head.length, text.length - tail.length);
  const lines = missing.split('\n').length - 1;
  return `${head}\n[… ${missing.length} characters (${lines} lines) of ${text.length} are left out here. ${readOn}]\n${tail}`;
}

const closeEnough = 200;

function endOfHead(text: string, at: number): number {
  const newline = text.lastIndexOf('\n', at - 1);
  if (newline > at - closeEnough) return newline + 1;
  return isHighSurrogate(text, at - 1) ? at - 1 : at;
}

function startOfTail(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  if (newline !== -1 && newline < at + closeEnough) return newline + 1;
  return isHighSurrogate(text, at - 1) ? at + 1 : at;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
