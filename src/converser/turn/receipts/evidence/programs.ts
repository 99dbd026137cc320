/** Scripts that run them mostly have other names. */
const runBy: readonly (readonly [program: RegExp, left: RegExp])[] = [
  [
    /^(?:eslint|stylelint|biome|ruff|flake8|pylint|clippy|swiftlint|ktlint|rubocop|phpstan|knip)$/,
    /lint|check|ruff|clippy|biome/i,
  ],
  [
    /^(?:prettier|rustfmt|gofmt|isort|black|gofumpt|swiftformat|stylua|clang-format)$/,
    /format|fmt|prettier|isort|lint/i,
  ],
  [/^(?:jest|vitest|mocha|pytest|rspec|phpunit|tox)$/, /test|spec|tox/i],
  [/^(?:playwright|cypress|puppeteer|selenium)$/, /e2e|browser|playwright|cypress|puppeteer|selenium|page/i],
  [/^(?:tsc|mypy|pyright)$/, /tsc|type|mypy|pyright|check|build/i],
  [/^(?:maven|mvn)$/, /mvn|maven/i],
  [
    /^(?:webpack|vite|rollup|esbuild|gcc|clang|cmake)$/,
    /build|make|bundle|webpack|vite|rollup|esbuild|gcc|clang/i,
  ],
  [/^(?:github|gh)$/, /git|\bgh\b/i],
  [/^ripgrep$/, /\brg\b|grep/i],
  [/^docker$/, /docker|compose|podman/i],
  [/^(?:psql|mysql|sqlite3|mongosh)$/, /sql|query|mongo|database/i],
];

/** Whether the words of a call tell of a program, by its own name or that of the script that runs it. */
export function isRunBy(program: string, text: string): boolean {
  const [, left] = runBy.find(([names]) => names.test(program)) ?? [];
  return left?.test(text) ?? text.toLowerCase().includes(program);
}

/** What runs elsewhere: no file of a project stands for it, unless its name is in there. */
const services =
  /\b(?:postman|grafana|sentry|datadog|slack|jira|confluence|notion|figma|trello|asana|discord|salesforce|hubspot|stripe|cloudfront|cloudflare|heroku|vercel|netlify|sonarqube|jenkins|circleci|codecov|dependabot|play console|app store|testflight|firebase|zendesk|pagerduty|statuspage)\b/gi;

export function servicesIn(text: string): readonly string[] {
  return [...text.matchAll(services)].map(([each]) => each);
}

const direct =
  /\b(?:ran|run|reran|executed|invoked)\s+([a-z][\w-]+)(?=\s*(?:[,;.!)]|$|(?:on|against|over|with|in|for|and|to|across|after|once|twice|again)\b))/gi;

const usedBy = /\b(?:using|via)\s+([a-z][\w-]{2,})(?=\s*(?:[.,;:)]|$|that\b))/g;

/** What it was done with, where that has no article: "compared them using benchstat". */
export function usedByName(text: string): readonly string[] {
  return [...text.matchAll(usedBy)].map(([, name = '']) => name).filter(name => !ordinary.test(name));
}

/** Words that follow "ran" and aren't programs. */
const ordinary =
  /^(?:it|them|this|that|these|those|both|all|everything|each|some|several|tests?|specs?|checks?|benchmarks?|builds?|linters?|commands?|scripts?|queries|migrations?|successfully|again|once|twice|fine|well|into|through|out|locally|cleanly|manually|and|after|before|one|two|three|four|five|afterwards|together|anyway|there|here|first|next|then|though|too|\w+ly)$/i;

/** What is said to have been run by its name: "I ran axe against the page". */
export function ranByName(text: string): readonly string[] {
  return [...text.matchAll(direct)]
    .map(([, name = '']) => name.toLowerCase())
    .filter(name => !ordinary.test(name));
}
