export type DiffLineKind = 'added' | 'removed' | 'place' | '';

export function isDiff(language: string): boolean {
  return language === 'diff' || language === 'patch' || language === 'udiff';
}

export function diffLineKind(line: string): DiffLineKind {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith(' ') || line === '' ? '' : 'place';
}

/**
 * The lines of a diff as a model writes it, with the names of files before it. The signs at the beginning of the lines
 * stay text, so that colour is never all that tells added from removed.
 */
export function diffLines(diff: string): readonly HTMLElement[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  return lines.map((line, at) => {
    const isHead = isFileName(line, lines[at + 1]) || isFileName(lines[at - 1], line);
    const shown = document.createElement('span');
    shown.className = `diff-line ${isHead ? 'place' : diffLineKind(line)}`.trim();
    shown.textContent = `${line}\n`;
    return shown;
  });
}

/** The two lines that name a file before and after. */
function isFileName(before: string | undefined, after: string | undefined): boolean {
  return before?.startsWith('--- ') === true && after?.startsWith('+++ ') === true;
}
