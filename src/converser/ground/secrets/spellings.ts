/** Programs print a secret plain, as JSON, URL-encoded, in Base64 or in hexadecimal. */
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
 * Returns the part of the Base64 that is the same wherever the bytes stand in a longer text, as in
 * `user:password`; `before` counts the other bytes in the group in which they begin.
 */
function base64Within(bytes: Uint8Array, before: number): string {
  const padded = String.fromCharCode(...new Uint8Array(before), ...bytes);
  const code = btoa(padded);
  return code.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
