/**
 * Looks again and again where there is no event to wait for, and resolves with what it finds. Rejects after a
 * minute, so that a test says what it misses.
 */
export async function poll<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`Not found within 60 s: ${what}`);
}
