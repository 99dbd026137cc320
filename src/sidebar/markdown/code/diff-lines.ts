export type DiffLineKind = 'added' | 'removed' | 'place' | '';

export function isDiff(language: string): boolean {
  return language === 'diff' || language === 'patch' || language === 'udiff';
}

export function diffLineKind(line: string): DiffLineKind {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith(' ') || line === '' ? '' : 'place';
}

/** The signs at the beginning of the lines stay text, so that colour alone never tells added from removed. */
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

function isFileName(before: string | undefined, after: string | undefined): boolean {
  return before?.startsWith('--- ') === true && after?.startsWith('+++ ') === true;
}
