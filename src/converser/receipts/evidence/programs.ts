/**
 * Programs that do what answers claim. Those that are also ordinary words, or languages, are left out: what is written in
 * Python needs no call of it.
 */
const names =
  'curl wget docker podman kubectl helm terraform ansible git gh npm pnpm yarn npx deno bun pytest tox mypy pyright ruff flake8 isort pylint bandit cargo clippy rustfmt gofmt cmake gcc clang mvn maven gradle jest vitest mocha cypress playwright puppeteer selenium eslint prettier biome stylelint tsc webpack vite rollup esbuild axe lighthouse pa11y nvda voiceover cspell codespell k6 wrk hyperfine locust artillery jmeter valgrind gdb lldb strace psql mysql sqlite3 redis-cli mongosh gcloud rsync scp crontab systemctl nginx jq ripgrep shellcheck hadolint trivy snyk semgrep sonarqube gitleaks trufflehog openssl certbot ffmpeg imagemagick pngquant pandoc xcodebuild adb phpunit phpstan composer rspec rubocop dotnet swiftlint ktlint detekt sbt postman insomnia storybook chromatic wireshark tcpdump nmap dig grafana sentry datadog miri asan tsan codeql dependabot knip depcheck madge nyc istanbul coverage.py alembic prisma flyway liquibase mkdocs sphinx typedoc jsdoc javadoc doxygen stylua plenary credo dialyzer stylelint htmlhint markdownlint yamllint actionlint tflint tfsec checkov swiftformat autopep8 gofumpt staticcheck golangci-lint errcheck cppcheck clang-tidy clang-format sqlfluff vale leakcanary stryker pitest benchstat renovate lefthook husky launchdarkly crowdin cachix github gitlab stackoverflow reddit wikipedia mdn pypi crates.io npmjs';

const programs: ReadonlySet<string> = new Set(names.split(' '));

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

const word = /[a-z][\w.-]*\w|[a-z]\w*/gi;

/** What runs elsewhere: no file of a project stands for it, unless its name is in there. */
const services =
  /\b(?:postman|grafana|sentry|datadog|slack|jira|confluence|notion|figma|trello|asana|discord|salesforce|hubspot|stripe|cloudfront|cloudflare|heroku|vercel|netlify|sonarqube|jenkins|circleci|codecov|dependabot|play console|app store|testflight|firebase|zendesk|pagerduty|statuspage)\b/gi;

export function servicesIn(text: string): readonly string[] {
  return [...text.matchAll(services)].map(([each]) => each);
}

/** Programs that some words name. */
export function programsIn(text: string): readonly string[] {
  return [...text.matchAll(word)].map(([each]) => each.toLowerCase()).filter(each => programs.has(each));
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
