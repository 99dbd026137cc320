import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';

/** Shows no line ends or invisible characters, so that a name can't pass for further lines of a list. */
export function nameInLine(name: string): string {
  return visibleProse(name).replace(/[\r\n\t]+/g, visibleLine);
}

export function textInLine(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, visibleLine);
}
