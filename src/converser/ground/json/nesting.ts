/** Models write fewer than twenty levels, and recursive code overflows the stack at a few thousand. */
export const mostNested = 64;

/** Results become text, so little code has to follow their levels. */
export const mostNestedInResults = 1_000;

export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some(inner => isNestedDeeper(inner, levels - 1));
}
