/** Passes http(s) and paths, never `command:`, `javascript:` or `data:`. The extension checks paths again. */
export function linkTarget(href: string): string | undefined {
  const target = href.trim();
  if (target === '' || target.startsWith('#') || hasControlCharacter(target)) return undefined;
  if (/^https?:\/\/[^/]/i.test(target)) return target;
  if (/^[a-z]:([\\/]|%5C)/i.test(target)) return target;
  const inEditor = /^(?:file:\/\/|vscode-(?:remote|vfs):\/\/[^/]*)(\/[^/].*)$/i.exec(target)?.[1];
  if (inEditor !== undefined) return inEditor;
  if (/^[\\/]{2}/.test(target)) return undefined;
  // A colon after the last dot is a line number, as in `src/main.ts:12`; any other one would be a scheme.
  const path = target.replace(/(:\d+){1,2}$/, '').replace(/[?#].*$/, '');
  return path === '' || path.includes(':') ? undefined : withLineFragment(target);
}

const knownExtensions = new Set(
  (
    'bash c cc cfg clj cmake conf cpp cs css csv dart dockerfile ex exs fs go gradle graphql h hpp hs html ini ipynb ' +
    'java jl js json jsonc jsonl jsx kt less lock lua m md mdx mjs mts cjs cts php pl png proto ps1 py r rb rs sass ' +
    'scala scss sh sql svelte svg swift tex tf toml ts tsx txt vue xml yaml yml zig'
  ).split(' '),
);

export function fileReference(code: string): string | undefined {
  const match = /^((?:[\w@.~+-]+[\\/])*[\w@.~+-]*\.(\w{1,10}))(?::\d+(?::\d+)?|#L\d+(?:-L?\d+)?)?$/.exec(
    code,
  );
  const extension = match?.[2]?.toLowerCase();
  return extension !== undefined && knownExtensions.has(extension) ? linkTarget(code) : undefined;
}

export interface WrittenPath {
  readonly at: number;
  readonly text: string;
  readonly target: string;
}

/** With a folder in front and an extension at the end, a word can hardly be anything else. */
const pathWord =
  /(?<![\w/\\.@:~-])(?:[\w@.~+-]{1,100}\/){1,30}[\w@.~+-]{0,100}\.\w{1,10}(?::\d+){0,2}(?![\w/\\])/g;

export function pathsIn(text: string): readonly WrittenPath[] {
  if (!text.includes('/')) return [];
  return [...text.matchAll(pathWord)].flatMap(({ 0: word, index }) => {
    const target = fileReference(word);
    return target === undefined ? [] : [{ at: index, text: word, target }];
  });
}

function withLineFragment(target: string): string {
  return target.replace(/:(\d+)(?::\d+)?$/, '#L$1');
}

function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that hide a scheme from a check
  return /[\u0000-\u001f\u007f]/.test(text);
}
