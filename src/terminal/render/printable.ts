/**
 * Text from models and tools, made harmless for a terminal: what would move its cursor, recolour or retitle it, or
 * turn the direction of writing, is replaced by a visible sign. Line ends and tabs stay.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find.
  return text.replace(/\r(?=\n)|[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, sign);
}

function sign(character: string): string {
  const code = character.charCodeAt(0);
  if (character === '\r') return '';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/** The same in one line, so that text within our lines can't begin a line of its own. */
export function inOneLine(text: string): string {
  return printable(text).replace(/[\n\u2028\u2029]/g, '\u240a');
}

/** The same, with a mark before each further line, so that none passes for one of ours. */
export function continued(text: string): string {
  return printable(text).replace(/[\n\u2028\u2029]/g, '\n  │ ');
}

/** The same, with further lines as far from the edge as the first. */
export function indented(text: string): string {
  return printable(text).replaceAll('\n', '\n  ');
}

/** The first line, and how many more there are. */
export function brief(text: string, width = 100): string {
  const lines = text.trim().split('\n');
  const first = printable(lines[0] ?? '');
  const cut = first.length > width ? `${first.slice(0, width - 1)}…` : first;
  return lines.length > 1 ? `${cut} (+${lines.length - 1} lines)` : cut;
}
