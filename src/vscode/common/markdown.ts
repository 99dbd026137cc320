import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { inlineCode as codeInLine } from '../../converser/words/texts/markdown-code.ts';

/** VS Code shows `$(name)` as an icon in any Markdown, even in code. A word joiner separates the characters. */
export function withoutIcons(value: string): string {
  return visibleProse(value).replaceAll('$(', '$\u2060(');
}

/** In notifications, a link `[text](command:…)` runs any command. A word joiner prevents that. */
export function withoutLinks(value: string): string {
  return visibleProse(value).replaceAll('](', ']\u2060(');
}

export function escapeMarkdown(value: string): string {
  return withoutIcons(value)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');
}

/** Only marks that mean something where they stand are escaped, so that names stay legible in the source. */
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

export function inlineCode(value: string): string {
  return codeInLine(withoutIcons(value));
}
