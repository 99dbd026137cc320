import { hash } from 'node:crypto';

/** Is the same in every run, differs for different letters or digits, and is empty without a visible character. */
export function ensembleNameOf(written: string): string {
  const latin = written.normalize('NFKD').replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, '');
  const readable = latin
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  const isWhole = readable !== '' && !/(?![a-z0-9])[\p{L}\p{N}]/iu.test(latin);
  if (isWhole || !/[^\p{C}\p{Z}]/u.test(written)) return readable;
  return `${readable || 'server'}-${hash('sha256', written.normalize('NFC')).slice(0, 8)}`;
}
