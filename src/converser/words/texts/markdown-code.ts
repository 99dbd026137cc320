export function inlineCode(value: string): string {
  const line = value.replace(/\s*\n\s*/g, ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = fence.length > 1 || /^\s|\s$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '' : `${fence}${pad}${line}${pad}${fence}`;
}

export function codeBlock(value: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(value) + 1));
  return `${fence}${language}\n${value}${value.endsWith('\n') || value === '' ? '' : '\n'}${fence}`;
}

function longestRun(value: string): number {
  return Math.max(0, ...(value.match(/`+/g) ?? []).map(run => run.length));
}
