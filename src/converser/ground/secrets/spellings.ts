/** The forms in which programs print a text: plain, JSON, URL-encoded, Base64 and hexadecimal. */
export function spellingsOf(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const inJson = quoted(text);
  const inAddress = encodeURIComponent(text.toWellFormed());
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map(before => base64Within(bytes, before));
  return [
    text,
    inJson,
    quoted(inJson),
    inJson.replaceAll('/', '\\/'),
    inAddress,
    inAddress.replaceAll('%20', '+'),
    inAddress.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    encodeURI(text.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map(code => code.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * What stays the same of the Base64 of bytes wherever they stand in a longer text, as in `user:password`; `before` is
 * the number of other bytes in the group in which they begin.
 */
function base64Within(bytes: Uint8Array, before: number): string {
  const padded = String.fromCharCode(...new Uint8Array(before), ...bytes);
  const code = btoa(padded);
  return code.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
