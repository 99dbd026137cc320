/** Loaded when the first code block is shown: see `code-colors.ts`. */
import DOMPurify from 'dompurify';
import hljs from 'highlight.js/lib/common';
import clojure from 'highlight.js/lib/languages/clojure';
import cmake from 'highlight.js/lib/languages/cmake';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import erlang from 'highlight.js/lib/languages/erlang';
import groovy from 'highlight.js/lib/languages/groovy';
import haskell from 'highlight.js/lib/languages/haskell';
import julia from 'highlight.js/lib/languages/julia';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import nix from 'highlight.js/lib/languages/nix';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';

const more = {
  clojure,
  cmake,
  dart,
  dockerfile,
  elixir,
  erlang,
  groovy,
  haskell,
  julia,
  latex,
  nginx,
  nix,
  powershell,
  protobuf,
  scala,
};
for (const [name, language] of Object.entries(more)) hljs.registerLanguage(name, language);
hljs.registerAliases(['vue', 'svelte', 'astro'], { languageName: 'xml' });
hljs.registerAliases(['mdx'], { languageName: 'markdown' });

/** Longer code, such as a minified file, would hold the page up. Characters. */
const longest = 60_000;
const longestLine = 5_000;

/** The code in spans with classes that name what each part is; undefined where it stays as it is. */
export function highlight(code: string, language: string): DocumentFragment | undefined {
  if (hljs.getLanguage(language) === undefined || isTooLong(code)) return undefined;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const fragment = DOMPurify.sanitize(value, {
    ALLOWED_TAGS: ['span'],
    ALLOWED_ATTR: ['class'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // Colours must not change what the code says.
  return fragment.textContent === code ? fragment : undefined;
}

function isTooLong(code: string): boolean {
  return code.length > longest || code.split('\n').some(line => line.length > longestLine);
}
