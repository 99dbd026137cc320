/**
 * Programs that do what answers claim. Those that are also ordinary words, or languages, are left out: what is written in
 * Python needs no call of it.
 */
const names =
  'curl wget docker podman kubectl helm terraform ansible git gh npm pnpm yarn npx deno bun pytest tox mypy pyright ruff flake8 isort pylint bandit cargo clippy rustfmt gofmt cmake gcc clang mvn maven gradle jest vitest mocha cypress playwright puppeteer selenium eslint prettier biome stylelint tsc webpack vite rollup esbuild axe lighthouse pa11y nvda voiceover cspell codespell k6 wrk hyperfine locust artillery jmeter valgrind gdb lldb strace psql mysql sqlite3 redis-cli mongosh gcloud rsync scp crontab systemctl nginx jq ripgrep shellcheck hadolint trivy snyk semgrep sonarqube gitleaks trufflehog openssl certbot ffmpeg imagemagick pngquant pandoc xcodebuild adb phpunit phpstan composer rspec rubocop dotnet swiftlint ktlint detekt sbt postman insomnia storybook chromatic wireshark tcpdump nmap dig grafana sentry datadog miri asan tsan codeql dependabot knip depcheck madge nyc istanbul coverage.py alembic prisma flyway liquibase mkdocs sphinx typedoc jsdoc javadoc doxygen stylua plenary credo dialyzer stylelint htmlhint markdownlint yamllint actionlint tflint tfsec checkov swiftformat autopep8 gofumpt staticcheck golangci-lint errcheck cppcheck clang-tidy clang-format sqlfluff vale leakcanary stryker pitest benchstat renovate lefthook husky launchdarkly crowdin cachix github gitlab stackoverflow reddit wikipedia mdn pypi crates.io npmjs';

const programs: ReadonlySet<string> = new Set(names.split(' '));

const word = /[a-z][\w.-]*\w|[a-z]\w*/gi;

/** Programs that some words name. */
export function programsIn(text: string): readonly string[] {
  return [...text.matchAll(word)].map(([each]) => each.toLowerCase()).filter(each => programs.has(each));
}
