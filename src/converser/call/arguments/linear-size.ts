/** Counts without making the instructions: making half a million takes seconds. */
export function linearSize(pattern: string): number {
  const before: number[] = [];
  let size = 0;
  let start = 0;
  for (const [written, least, most] of pattern.matchAll(piece)) {
    if (isFlags.test(written)) continue;
    if (written.startsWith('(')) before.push(size);
    else if (written === ')') start = before.pop() ?? 0;
    else if (least !== undefined) {
      size = start + (size - start) * Math.max(Number(least), Number(most), 1);
    } else {
      start = size;
      size += 1;
    }
  }
  return size;
}

const isFlags = /^\(\?[a-z-]+\)$/i;
const piece =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[xpP]\{[^}]*\}|.)|\(\?[a-z-]+\)|\((?:\?(?:P?<\w+>|[a-z-]*:))?|\{(\d+),?(\d*)\}|./gisu;
