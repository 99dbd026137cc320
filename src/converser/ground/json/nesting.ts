/**
 * Levels that arguments may have. Models write fewer than twenty, and much of what works with them calls itself for each
 * level: a few thousand end in an overflow of the stack.
 */
export const mostNested = 64;

/** Levels that what a tool returns may have. It becomes text, so that little has to follow them. */
export const mostNestedInResults = 1_000;

/** Whether a value has objects or lists within each other more often than that. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some(inner => isNestedDeeper(inner, levels - 1));
}
