/** What follows it in an MCP server's address is the command line that starts the server. */
export const stdioScheme = 'stdio://';

/** `undefined` says that a quote is not closed. Backslashes are part of paths. */
export function commandWords(line: string): readonly string[] | undefined {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
  if (line.replace(word, '').trim() !== '') return undefined;
  return [...line.matchAll(word)].map(([written]) =>
    written.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
