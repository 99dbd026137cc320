/**
 * Spells alike what looks alike: composed and decomposed letters, all kinds of spaces, straight and curly quotes,
 * hyphens. What can't be seen is left out.
 */
export function asSeen(text: string): string {
  if (/^[\0-\x7e]*$/.test(text)) return text;
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[‘’‛ʼ′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑−]/g, '-');
}
