/**
 * What some words of a claim must have left in the words of the call that did it: a claim about tests needs a call in which
 * there is something of tests.
 */
export function wantedWords(claim: string, verb: string): readonly RegExp[] {
  // What was finished is known by another name to its calls.
  if (/^(?:finished|completed|improved)$/.test(verb) && !/\bitem\b/i.test(claim)) return [];
  const ofVerb = verbs.filter(([said]) => said.test(verb));
  return [...nouns.filter(([said]) => said.test(claim)), ...ofVerb].map(([, left]) => left);
}

type Wanted = readonly [said: RegExp, left: RegExp];

export const lintWords = /lint|clippy|biome|ruff|flake8|check/i;

const nouns: readonly Wanted[] = [
  [/\b(?:tests?|specs?|test suite|test case)\b/i, /test|spec/i],
  [/\b(?:docs?|documentation|usage guide)\b/i, /doc|readme|\.md|guide|https?:/i],
  [/\bbackups?\b/i, /back|\bbak\b|copy|\bcp\b|dump/i],
  [/\bmigrations?\b(?! script)/i, /migrat/i],
  [/\b(?:new )?branch\b/i, /branch|checkout|switch/i],
  [/\b(?:opened|created|closed|merged|filed)\b.*\b(?:pull|merge) request\b/i, /pull|merge|\bpr\b/i],
  [/\b(?:opened|created|closed|filed)\b.*\b(?:issue|ticket)s?\b/i, /issue|ticket|jira|bug/i],
  [/\b(?:git history|commits)\b/i, /git|commit|history/i],
  [
    /\b(?:deleted|removed)\b.*\b(?:files?|folders?)\b/i,
    /delet|\brm\b|remove[ _-](?:file|dir)|clean|unlink|edit|write/i,
  ],
  [/\blabels?\b/i, /label|tag/i],
  [/\b(?:linter|eslint|lint)\b/i, lintWords],
  [/\btype[- ]?check(?:er|ing)?\b/i, /tsc|type|mypy|pyright|check/i],
  [
    /\b(?:build|built|rebuilt|compiled)\b/i,
    /build|make|tsc|compile|cargo|mvn|gradle|webpack|bundle|vite|\bgo\b/i,
  ],
  [/\b(?:unit )?examples?\b/i, /example/i],
  [/\bscripts?\b/i, /script|\.(?:py|sh|js|ts|mjs|rb|pl)\b|\brun\b|migrat/i],
  [/\brace detector\b/i, /-race/i],
  [/\bvalgrind\b/i, /valgrind/i],
  [/\b(?:api|endpoint|health check) (?:responds|works|returns|answers)\b/i, /curl|wget|http|fetch|test/i],
  [/\bcoverage\b/i, /cover/i],
  [/\b(?:release notes|changelog)\b/i, /release|changelog/i],
  [/\bspell ?check(?:er)?\b/i, /spell/i],
  [/\be-?mails?\b/i, /mail|smtp|outlook/i],
  [
    /\b(?:chrome|firefox|safari|browsers?)\b/i,
    /chrom|firefox|safari|browser|http|page|playwright|puppeteer/i,
  ],
  [/\bscreenshots?\b/i, /screenshot|capture|playwright|puppeteer|image/i],
  [/\b(?:plot(?:ted)?|chart|diagram)\b/i, /plot|chart|diagram|graph|draw|\.(?:png|svg|mmd)/i],
  [/\bcontainers?\b/i, /docker|podman|container|compose|kube/i],
  [/\bmemory\b(?! leak)/i, /mem|heap|entit|observation|prof/i],
  [
    /\b(?:android|ios|phone|windows|macos|staging|production)\b/i,
    /android|ios|phone|windows|macos|staging|prod|adb|emulator/i,
  ],
  [/\bindex on\b/i, /index/i],
  [/\bdatabase\b/i, /sql|database|\bdb\b|query|postgres|mongo|migrat/i],
  [/\bweb\b/i, /web|http|search/i],
];

const verbs: readonly Wanted[] = [
  [/^(?:re)?tested$/, /test|spec|run|check/i],
  [/^(?:deleted|removed)$/, /delet|remov|\brm\b|clean|edit|write|replace|uninstall|drop|prune/i],
  [/^benchmarked$/, /bench|perf|time|hyperfine|\bab\b|wrk/i],
  [/^profiled$/, /prof|heap|perf|inspect|memory|trace/i],
  [/^(?:timed|measured)$/, /cover|bench|time|measure|perf|size|\bdu\b|\bwc\b/i],
];
