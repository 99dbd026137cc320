const scheme = 'converser:';
const prefix = `${scheme}//ensemble/`;

export interface EnsembleUri {
  readonly ensemble: string;
  readonly uri: string;
}

/** Puts the ensemble's name before its address as it stands, so that a template remains one. */
export function qualifiedUri({ ensemble, uri }: EnsembleUri): string {
  return `${prefix}${ensemble}/${uri}`;
}

export function readQualifiedUri(uri: string): EnsembleUri | undefined {
  if (!uri.startsWith(prefix)) return undefined;
  const rest = uri.slice(prefix.length);
  const end = rest.indexOf('/');
  return end < 1 ? undefined : { ensemble: rest.slice(0, end), uri: rest.slice(end + 1) };
}

/** No ensemble may give out such addresses. */
export function isOwnUri(uri: string): boolean {
  return uri.slice(0, scheme.length).toLowerCase() === scheme;
}
