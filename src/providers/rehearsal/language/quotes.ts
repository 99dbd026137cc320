/** What stands between quotes, backticks or the lines of a code fence that enclose all of a text; else the text. */
export function unquote(written: string): string {
  const text = written.trim();
  const fenced = /^(`{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(text);
  if (fenced !== null) return fenced[2] ?? '';
  for (const [open, close] of pairs) {
    const inner = text.slice(1, -1);
    if (text.length >= 2 && text.startsWith(open) && text.endsWith(close) && !inner.includes(close))
      return inner;
  }
  return text;
}

const pairs = ['``', '""', "''", '“”', '‘’', '«»'].map(pair => [pair.charAt(0), pair.charAt(1)] as const);
