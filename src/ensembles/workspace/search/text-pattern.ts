import { reasonOf } from '../../../converser/errors.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import type { TextQuery } from '../../../converser/workspace/workspace.ts';

/** The lines of a text that match, as a search without ripgrep finds them. */
export function matchingLines(
  text: string,
  pattern: RegExp,
): readonly { readonly line: number; readonly text: string }[] {
  return text.split(/\r?\n/).flatMap((whole, index) => {
    // An expression can take time that grows with the power of the length; no line that people write is this long.
    const found = pattern.exec(whole.slice(0, 10_000));
    return found === null ? [] : [{ line: index + 1, text: aroundMatch(whole, found.index) }];
  });
}

export function compilePattern({ text, isRegex, isCaseSensitive }: TextQuery): RegExp {
  const source = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const flags = isCaseSensitive ? '' : 'i';
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw fileErrors.searchFailed(reasonOf(cause));
  }
}

const longest = 400;

/** A line, or of a very long one what surrounds the match. */
export function aroundMatch(line: string, at: number): string {
  if (line.length <= longest) return line;
  const start = Math.max(0, Math.min(at - longest / 4, line.length - longest));
  const end = start + longest;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
