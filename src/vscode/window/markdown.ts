/** A fenced block whose fence is longer than any run of backticks inside. */
export function codeBlock(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/**
 * Text in which nothing becomes an icon. VS Code looks for `$(name)` in what Markdown has become, inside code too,
 * where no escape helps; a word joiner, which nobody sees, keeps the two characters apart.
 */
export function withoutIcons(value: string): string {
  return value.replaceAll('$(', '$\u2060(');
}

/**
 * Text in which nothing becomes a link. VS Code makes one of `[words](command:…)` in notifications and below fields,
 * and a click on it runs any command with any arguments.
 */
export function withoutLinks(value: string): string {
  return value.replaceAll('](', ']\u2060(');
}

/** Text inside a line of Markdown, so that nothing in it is markup. */
export function escapeMarkdown(value: string): string {
  return withoutIcons(value)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');
}

/** Inline code, whatever it holds; nothing for nothing. */
export function inlineCode(value: string): string {
  if (value.trim() === '') return '';
  const flat = withoutIcons(value).replace(/\s*\n\s*/g, ' ');
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}
