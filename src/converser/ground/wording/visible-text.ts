/** What looks equal is equal; what you can't see, no program or model reads: it becomes an escape. */

/** Keeps line ends. For definitions, and for text shown as a block of its own. */
export function visible(text: string): string {
  return isPlain.test(text) ? text : text.replace(shapeless, escaped);
}

/** Makes one line, so that a name or an argument can't add a line that passes for one of ours. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', escaped);
}

/** For text that isn't compared: keeps line ends, tabs, all spaces and complete emoji. */
export function visibleProse(text: string): string {
  if (isPlain.test(text) || !inProse.test(text)) return text;
  outsideEmoji ??= new RegExp(String.raw`(\r\n|(?=\p{Emoji})\p{RGI_Emoji})|${inProse.source}`, 'gv');
  return text.replace(outsideEmoji, (found, kept?: string) => kept ?? escaped(found));
}

export function withoutGaps(line: string): string {
  return line.replace(/ {3,}/g, run => ` ⟨${run.length} spaces⟩ `);
}

/** Most text is plain, which this test finds a hundred times faster than Unicode properties. */
const isPlain = /^[\n\x20-\x7e]*$/;

/** Unicode calls the first ones invisible. The others have a blank glyph, as a Khitan filler. */
const blank = String.raw`\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}\u{13441}\u{13442}`;

const shapeless = new RegExp(String.raw`[[\p{C}\p{Z}${blank}]--[\n\x20]]`, 'gv');

const inProse = new RegExp(String.raw`\r(?!\n)|[[\p{C}\p{Zl}\p{Zp}${blank}]--[\n\r\t]]`, 'v');

/** Built on first use: compiling all emoji takes tens of milliseconds. */
let outsideEmoji: RegExp | undefined;

function escaped(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at));
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
