/** The name of the ensemble for a server of any name; empty if no letter or digit remains. */
export function ensembleNameOf(written: string): string {
  return written
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
}
