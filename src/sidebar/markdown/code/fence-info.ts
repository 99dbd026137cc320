import { fileReference } from '../link-target.ts';

export interface FenceInfo {
  readonly language: string;
  readonly file?: string;
}

/** Models write `ts src/main.ts`, `ts:src/main.ts`, `ts title="src/main.ts"` or `src/main.ts`. */
export function parseInfo(info: string): FenceInfo {
  const [first = '', ...rest] = info.split(/\s+/);
  if (isFile(first)) return { language: extensionOf(first), file: first };
  const [language = '', afterColon] = split(first);
  const file = [afterColon, ...rest.map(unquoted)].find(isFile);
  return file === undefined ? { language: first } : { language, file };
}

function split(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon === -1 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}

function unquoted(word: string): string {
  return word.replace(/^\{?(?:title|file|filename|path|name)=/i, '').replace(/^["']|["'}]+$/g, '');
}

function isFile(word: string | undefined): word is string {
  return word?.includes('.') === true && fileReference(word) !== undefined;
}

function extensionOf(file: string): string {
  return /\.(\w+)(?:[:#].*)?$/.exec(file)?.[1] ?? '';
}
