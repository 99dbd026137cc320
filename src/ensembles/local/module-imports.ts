/** Finds what JavaScript names to be loaded, without running it; computed specifiers are missing. */
export async function importsIn(text: string): Promise<readonly string[]> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  const imports = parsed(() => parse(text)[0]).flatMap(({ specifier }) => specifier ?? []);
  // Such strings may name workers or data: too many files are better than too few.
  return [...imports, ...[...text.matchAll(pathLike)].map(([, , specifier = '']) => specifier)];
}

const pathLike = /(["'`])(\.{1,2}\/[^"'`\n]+\.(?:mjs|js|json))\1/g;

/** What can't be parsed can't be loaded either, and Node says best why. */
function parsed<T>(parse: () => readonly T[]): readonly T[] {
  try {
    return parse();
  } catch {
    return [];
  }
}
