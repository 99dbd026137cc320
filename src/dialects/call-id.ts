/** Any id of a client may come. One that does not fit becomes a hash of nine digits, the same in every request. */
export const fittingIds = {
  long: (id: string) => (/^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : nineDigits(id)),
  /** OpenAI's Chat Completions accept 40 characters, and Mistral's exactly nine letters and digits. */
  short: (id: string) => (/^[A-Za-z0-9]{9}$/.test(id) ? id : nineDigits(id)),
} as const;

/** Kimi K2’s template prints the ids of calls, and the model stops calling when they have another form. */
export function printsIds(model: string): boolean {
  return /(^|[./])kimi-k2/i.test(model);
}

/** https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md */
export function isPrintedId(id: unknown): id is string {
  return typeof id === 'string' && /^functions\.[\w.-]{1,64}:\d{1,9}$/.test(id);
}

/** Two hashes of 32 bits each: 46 of these bits fit into nine base-36 digits. */
function nineDigits(id: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < id.length; at++) {
    a = Math.imul(a ^ id.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ id.charCodeAt(at), 0x85ebca6b);
  }
  const bits = (a >>> 0) * 2 ** 21 + (b >>> 11);
  return (bits % 36 ** 9).toString(36).padStart(9, '0');
}
