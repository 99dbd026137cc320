/** What the validators of the wires have in common. */

/** The name of a tool, as every vendor takes it. */
export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Stands for a question that a provider refuses to answer. */
export const provokesRefusal = '(A question that is refused.)';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Servers refuse halves of characters wherever they stand, in the names of fields, too. */
export function holdsHalfCharacter(body: unknown): boolean {
  const json = JSON.stringify(body);
  return !json.isWellFormed() || /(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(json);
}

export function isObjectJson(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** An image as data, of a type that vendors know, with something in it; or its address on the web. */
export function isImageUrl(url: unknown): boolean {
  if (typeof url !== 'string') return false;
  if (/^https?:\/\//.test(url)) return true;
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return isImageData(type, data);
}

export function isImageData(type: unknown, data: unknown): boolean {
  return imageTypes.includes(String(type)) && isBase64(data);
}

export function isPdfUrl(url: unknown): boolean {
  const [, data = ''] = /^data:application\/pdf;base64,(.*)$/s.exec(String(url)) ?? [];
  return isBase64(data);
}

export function isSaid(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

export function isBase64(data: unknown): boolean {
  return typeof data === 'string' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}
