import type { Evidence } from './evidence.ts';
import type { NamedPath } from './named-things.ts';

/** Whether one of some addresses stands in a call; none are named: yes. */
export function isUrlTouched(urls: readonly string[], calls: readonly Evidence[]): boolean {
  return (
    urls.length === 0 || urls.some(url => calls.some(({ text }) => text.includes(url.replace(/\/$/, ''))))
  );
}

/** Whether a call has touched one of some paths, and each that stands in a list. */
export function arePathsTouched(paths: readonly NamedPath[], calls: readonly Evidence[]): boolean {
  const touched = paths.map(({ path }) => calls.some(call => isTouched(path, call)));
  return touched.includes(true) && paths.every(({ isListed }, at) => touched[at] || !isListed);
}

/** The path or its last name stands in the call as a word of its own. */
export function isTouched(path: string, { lower, command }: Evidence): boolean {
  if (command !== undefined && listsPackages.test(path) && installs.test(command)) return true;
  const wanted = path.replace(/^\.?\//, '').replace(/\/$/, '');
  // The name of a repository is given in two arguments.
  if (/^[\w-]+\/[\w-]+$/.test(wanted) && wanted.split('/').every(part => hasWord(lower, part))) return true;
  if (hasWord(lower, wanted)) return true;
  if (wanted.includes('/')) return false;
  const name = wanted.replace(/\.\w+$/, '');
  // `README.md` and `README`
  if (isFile.test(wanted)) return isKnownWithout.test(name) && hasWord(lower, name);
  // `fs.cp` and `fs.html`
  return hasWord(lower, name, /[.\s/]/);
}

/** What installing writes. */
const listsPackages =
  /lock|package\.json$|Cargo\.toml|pyproject\.toml|go\.(?:mod|sum)|requirements\w*\.txt|Gemfile|composer|pubspec/i;
const installs = /\b(?:install|add|update|upgrade|i|ci|tidy|get|remove|uninstall|sync|lock|require)\b/;

const isKnownWithout = /^(?:README|CHANGELOG|LICEN[CS]E|CONTRIBUTING|NOTICE)$/i;

const isFile =
  /\.(?:[cm]?[jt]sx?|json[c5]?|css|s[ac]ss|less|html?|vue|svelte|md|mdx|txt|ya?ml|toml|ini|env|xml|svg|py|rb|go|rs|java|kts?|swift|cs|fs|cpp|cc|c|h|hpp|php|sh|sql|lock|csv|pdf|png|gradle|tf|pro|plist|strings|xlsx?|docx?|pptx?|ipynb|zip|gz|tgz|tar|jpe?g|gif|webp|mp[34]|parquet|db|sqlite|log|conf|cfg|rst|tex|patch|diff|bat|ps1|graphql|proto|prisma|mjs|cjs|pl|pm|exs?|erl|clj|scala|dart|lua|jl|hs|ml|nix|gd|bicep|erb|twig|blade|zsh|vb|r|m|mm|tscn|godot|resx|srt|vcf|ics|odt|ods)$/i;

function hasWord(whole: string, word: string, after: RegExp = /[^\w-]/): boolean {
  if (word === '') return false;
  const wanted = word.toLowerCase();
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const isWhole = !/[\w.-]/.test(whole[at - 1] ?? ' ') && after.test(whole[at + wanted.length] ?? ' ');
    if (isWhole) return true;
  }
  return false;
}

/** Whether all words of some code stand in a call. */
export function hasCode(code: string, { lower, command }: Evidence): boolean {
  const there = command?.toLowerCase() ?? lower;
  const words = code.toLowerCase().split(/[^\w.@/+-]+/);
  return words.filter(word => word.length > 1 || /\d/.test(word)).every(word => there.includes(word));
}
