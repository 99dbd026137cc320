/** Text as it is in a line of Markdown. */
export function inlineCode(value: string): string {
  const line = value.replaceAll('\n', ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '' : `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as it is in a block of Markdown. */
export function codeBlock(value: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(value) + 1));
  return `${fence}${language}\n${value}${value.endsWith('\n') || value === '' ? '' : '\n'}${fence}`;
}

/** Whether Markdown shows the text as it is. */
export function isPlain(value: string): boolean {
  return !/[`*<>[\]#|\\~\n]|(?<!\w)_|_(?!\w)/.test(value);
}

function longestRun(value: string): number {
  return Math.max(0, ...(value.match(/`+/g) ?? []).map(run => run.length));
}
