/** ` Did you mean "…"?`, when one of the known names is close to what was written; otherwise lists them. */
export function suggestion(written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near !== undefined) return ` Did you mean ${JSON.stringify(near)}?`;
  const shown = [...known].sort().map(name => JSON.stringify(name));
  if (shown.length === 0) return '';
  return ` Known: ${shown.join(', ')}.`;
}

function nearestName(written: string, known: readonly string[]): string | undefined {
  const wanted = plain(written);
  const [best] = known
    .map(name => ({ name, distance: distance(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const tolerated = Math.max(wanted.length > 3 ? 2 : 1, wanted.length / 3);
  return best !== undefined && best.distance <= tolerated ? best.name : undefined;
}

/** `maxRetries`, `max-retries` and `max_retries` are the same mistake. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Levenshtein's: how many characters must be added, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, char] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (char === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
