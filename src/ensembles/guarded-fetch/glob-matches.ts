/** Reads the path once and never goes back: the paths are not the user's, and none can make it slow. */
export function globMatches(glob: string, path: string): boolean {
  const tokens = glob.match(/\*\*|./gsu) ?? [];
  let places = skippingStars(new Set([0]), tokens);
  for (const letter of path) {
    const next = new Set<number>();
    for (const at of places) {
      const token = tokens[at];
      if (token === '**' || (token === '*' && letter !== '/' && letter !== '?')) next.add(at);
      else if (token === letter) next.add(at + 1);
    }
    if (next.size === 0) return false;
    places = skippingStars(next, tokens);
  }
  return places.has(tokens.length);
}

function skippingStars(places: Set<number>, tokens: readonly string[]): Set<number> {
  for (const at of places) if (tokens[at] === '*' || tokens[at] === '**') places.add(at + 1);
  return places;
}
