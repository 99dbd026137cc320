/** `undefined` if the address is none such as `stdio://npx -y some-server`, which holds a command line. */
export function stdioCommand(address = ''): string | undefined {
  // A program has no query.
  return /^stdio:\/\/(?![^\s"']*\?)(.*)$/.exec(address)?.[1];
}

/** `undefined` says that a quote is not closed. Backslashes are part of paths. */
export function commandWords(line: string): readonly string[] | undefined {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
  if (line.replace(word, '').trim() !== '') return undefined;
  return [...line.matchAll(word)].map(([written]) =>
    written.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
