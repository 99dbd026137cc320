import { isJsonObject } from './json.ts';

/** Reads the list of complaints that a schema library writes into its message. `undefined` if there is none. */
export function complaintsIn(message: string): string | undefined {
  const from = message.search(/\[\s*\{/);
  if (from < 0) return undefined;
  try {
    const complaints: unknown = JSON.parse(message.slice(from, message.lastIndexOf(']') + 1));
    const texts = Array.isArray(complaints) ? complaints.map(complaintText).filter(Boolean) : [];
    return texts.length === 0 ? undefined : texts.join('; ');
  } catch {
    return undefined;
  }
}

function complaintText(complaint: unknown): string {
  const { path, message } = isJsonObject(complaint) ? complaint : {};
  const place = Array.isArray(path) ? path.join('.') : '';
  return typeof message === 'string' ? [place, message].filter(Boolean).join(': ') : '';
}
