/** How many of the first items are the same. A plain loop: each request asks it several times of its whole history. */
export function sameIn(before: readonly unknown[], items: readonly unknown[]): number {
  let at = 0;
  while (at < before.length && before[at] === items[at]) at++;
  return at;
}
