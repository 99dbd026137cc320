const scheme = 'converser:';
const prefix = `${scheme}//ensemble/`;

/** A resource, by its address at the ensemble that has it. */
export interface EnsembleUri {
  readonly ensemble: string;
  readonly uri: string;
}

/**
 * An address that no other ensemble has: the ensemble's name, and then the address there as it stands, so that a
 * template remains one.
 */
export function qualifiedUri({ ensemble, uri }: EnsembleUri): string {
  return `${prefix}${ensemble}/${uri}`;
}

/** What a qualified address stands for, if it is one. */
export function readQualifiedUri(uri: string): EnsembleUri | undefined {
  if (!uri.startsWith(prefix)) return undefined;
  const rest = uri.slice(prefix.length);
  const end = rest.indexOf('/');
  return end < 1 ? undefined : { ensemble: rest.slice(0, end), uri: rest.slice(end + 1) };
}

/** Whether an address looks like one of Converser's own, which no ensemble may give out. */
export function isOwnUri(uri: string): boolean {
  return uri.slice(0, scheme.length).toLowerCase() === scheme;
}
