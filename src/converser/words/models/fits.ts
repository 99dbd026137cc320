export function fits(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const last = others.pop();
  let rest = text.toLowerCase();
  if (last === undefined) return rest === first;
  if (!rest.startsWith(first)) return false;
  rest = rest.slice(first.length);
  for (const piece of others) {
    const at = rest.indexOf(piece);
    if (at < 0) return false;
    rest = rest.slice(at + piece.length);
  }
  return rest.endsWith(last);
}
