import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';

/** Makes text from models and tools harmless for a terminal, with nothing hidden in it. */
export function printable(text: string): string {
  return visibleProse(withPictures(text));
}

/** Keeps characters that join letters or the parts of an emoji. You decide nothing by an answer. */
export function printableAnswer(text: string): string {
  return withPictures(text)
    .split(joining)
    .map((part, at) => (at % 2 === 0 ? visibleProse(part) : part))
    .join('');
}

const joining = /((?:\u200c|\u200d|\ufe0e|\ufe0f)+)/;

function withPictures(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find.
  return text.replace(/\r(?=\n)|[\0-\x08\x0b-\x1f]/g, control =>
    control === '\r' ? '' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
}

/** Keeps text within our lines from beginning a line of its own. */
export function inOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\u240a');
}

export function continued(text: string): string {
  return printable(text).replaceAll('\n', '\n  │ ');
}

export function indented(text: string): string {
  return printable(text).replaceAll('\n', '\n  ');
}

export function brief(text: string, width = 100): string {
  const lines = text.trim().split('\n');
  const cut = shortened(printable(lines[0] ?? ''), width);
  return lines.length > 1 ? `${cut} (+${lines.length - 1} lines)` : cut;
}
