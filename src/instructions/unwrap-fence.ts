const opening = /^\s*(`{3,}|~{3,})[ \t]*(?:instructions|prompt|chatagent|chatmode|skill)[ \t]*\n/i;

/** Some files hold one fence within another. */
const deepest = 4;

/** Assistants write whole files in such fences, and some files keep them. Takes `\n` at the ends of lines. */
export function unwrapFence(text: string, depth = 0): string {
  const [start, mark] = opening.exec(text) ?? [];
  if (start === undefined || mark === undefined || depth === deepest) return text;
  const lines = text.slice(start.length).trimEnd().split('\n');
  const end = endOfFence(lines, mark);
  return unwrapFence(lines.filter((_, at) => at !== end).join('\n'), depth + 1);
}

/** A block inside may have a fence of the same length, so Markdown’s rules would end the outer one there. */
function endOfFence(lines: readonly string[], mark: string): number | undefined {
  const bare: number[] = [];
  let isInBlock = false;
  for (const [at, line] of lines.entries()) {
    const [, fence = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (!fence.startsWith(mark)) continue;
    if (info.trim() === '' && !isInBlock) bare.push(at);
    isInBlock = info.trim() !== '';
  }
  // Blocks without a name have two such lines, so one of an odd number belongs to the outer fence.
  if (bare.length % 2 === 0) return undefined;
  return bare.at(-1) === lines.length - 1 ? bare.at(-1) : bare[0];
}
