import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';

/**
 * Shows a name in one line without invisible characters, so that it can't pass for further lines of a list. Spaces
 * of all kinds and emoji stay, for they are in the names of ordinary files.
 */
export function nameInLine(name: string): string {
  return visibleProse(name).replace(/[\r\n\t]+/g, visibleLine);
}

export function textInLine(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, visibleLine);
}
