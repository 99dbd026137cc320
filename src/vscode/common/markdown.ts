import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { inlineCode as codeInLine } from '../../converser/words/texts/markdown-code.ts';

/**
 * Text without icons, and without invisible characters but one: VS Code looks for `$(name)` in rendered Markdown, even
 * inside code, where escapes do not help. A word joiner separates the two characters.
 */
export function withoutIcons(value: string): string {
  return visibleProse(value).replaceAll('$(', '$\u2060(');
}

/**
 * Text without links, and without invisible characters but one, a word joiner. In notifications and below input boxes,
 * VS Code turns `[text](command:…)` into a link that runs any command with any arguments.
 */
export function withoutLinks(value: string): string {
  return visibleProse(value).replaceAll('](', ']\u2060(');
}

/** Text for a line of Markdown, with all markup escaped. */
export function escapeMarkdown(value: string): string {
  return withoutIcons(value)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');
}

/**
 * The same for a document that people read as it is written: only marks that mean something where they stand are escaped, so
 * that names of files and models stay as they are.
 */
export function legibleMarkdown(value: string): string {
  return withoutIcons(value)
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(
      /[\\`*[\]$]|<(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu,
      '\\$&',
    )
    .replace(/^[#+\->=|]/, '\\$&')
    .replace(/^\d+(?=[.)])/, '$&\\');
}

/** Inline code with any content; empty for blank text. */
export function inlineCode(value: string): string {
  return codeInLine(withoutIcons(value));
}
