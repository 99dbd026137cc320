/** Text as it is in a line of Markdown. */
export function inlineCode(value: string): string {
  const fence = '`'.repeat(longestRun(value) + 1);
  const pad = fence.length > 1 || value.startsWith(' ') ? ' ' : '';
  return value.trim() === '' ? '' : `${fence}${pad}${value}${pad}${fence}`;
}

/** Text as it is in a block of Markdown. */
export function codeBlock(value: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(value) + 1));
  return `${fence}${language}\n${value}${value.endsWith('\n') ? '' : '\n'}${fence}`;
}

function longestRun(value: string): number {
  return Math.max(0, ...(value.match(/`+/g) ?? []).map(run => run.length));
}
