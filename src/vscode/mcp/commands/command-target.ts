export function ensembleIn(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null) return undefined;
  if ('fullName' in given) return toolIn(given)?.ensemble;
  return 'name' in given && typeof given.name === 'string' ? given.name : undefined;
}

export function toolIn(given: unknown): { readonly ensemble: string; readonly tool: string } | undefined {
  if (typeof given !== 'object' || given === null || !('fullName' in given)) return undefined;
  return partsOf(String(given.fullName));
}

export function partsOf(fullName: string): { readonly ensemble: string; readonly tool: string } {
  const at = fullName.indexOf(':');
  return { ensemble: fullName.slice(0, at), tool: fullName.slice(at + 1) };
}
