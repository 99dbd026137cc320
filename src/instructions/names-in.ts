/** Front matter has a list, or one string with commas or spaces. `undefined` if it has neither. */
export function namesIn(written: unknown): readonly string[] | undefined {
  const names = typeof written === 'string' ? written.split(/[\s,]+(?![^(]*\))/) : written;
  if (!Array.isArray(names)) return undefined;
  return names.map(name => String(name).trim()).filter(name => name !== '');
}
