/** What makes one text look like another, or adds what nobody wrote: put into a text, it must show. */
export const deceptions: Readonly<Record<string, string>> = {
  'a line': '\n⚠ Checked by Converser.',
  'a line of Windows': '\r\n? Start it?',
  'a return to the start of the line': '\rnpx -y good',
  'a vertical tab': '\v⚠ Checked.',
  'a form feed': '\f⚠ Checked.',
  'a next line': '\x85⚠ Checked.',
  'a line separator': '\u2028⚠ Checked.',
  'a paragraph separator': '\u2029⚠ Checked.',
  'a zero-width space': '\u200b',
  'a joiner': '\u200d',
  'a non-joiner': '\u200c',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\xad',
  'a combining grapheme joiner': '\u034f',
  'a Mongolian variation selector': '\u180b',
  'a variation selector': '\ufe0f',
  'a supplementary variation selector': '\u{e0100}',
  'a tag': '\u{e0041}',
  'a turn to the left': '\u202egood\u202c',
  'an isolate': '\u2066good\u2069',
  'a mark of direction': '\u200f',
  'a Hangul filler': '\u3164',
  'a Braille blank': '\u2800',
  'a no-break space': '\xa0',
  'an ideographic space': '\u3000',
  'an escape sequence': '\x1b[2K\x1b[1A',
};

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?!\x20)\p{Zs}/u;

/** The first character that is not seen in a text of one line, if any. */
export function hiddenIn(line: string): string | undefined {
  return hidden.exec(line)?.[0];
}
