import { programName } from '../command/program-name.ts';

/**
 * Says for programs and their subcommands which options are harmless: they run no other program, write and send nothing that
 * you wouldn't expect, and change neither what runs nor where. Any other option is asked about.
 * `ab` are letters that stand together, `n:` takes a value and ends them, `*` is every option. `a|b c` is `a c` and `b c`.
 * Where programs take letters apart otherwise (`-tc` of yargs, `xfI` of tar), none takes a value.
 */
const table = `
cat|tac|head|tail|wc|ls|grep|egrep|fgrep|stat|du|df|cut|tr|nl|cmp|comm|diff|basename|dirname|realpath|readlink = *
echo|printf|pwd|test|true|false|jq|which|uname|whoami|id|sleep|seq|cksum|md5sum|sha1sum|sha256sum|base64|od = *
sort = bcdfghiMnRrsuVz kt: --reverse --unique --numeric-sort --key --field-separator
uniq = cdiu --count
tree = aCdfhps -L -I -P
find = HL -name -iname -path -ipath -not -type -maxdepth -mindepth -size -mtime -mmin -newer -empty -print -print0 -prune -o -a -or -and -regex
fd = aHgILs0 etdE: --hidden --no-ignore --type --extension --max-depth --glob
rg = 0-9cFhHilLnNosSuUvw ABCegmtT: --hidden --no-ignore --files --type --glob --count --json --ignore-case --line-number --context --files-with-matches
ps = aAefFjlpuwx
file|split|gpg|man|openssl|pandoc|wget|rustc|javac|xelatex|lualatex|pdflatex =
tar = cfjJktvxz --exclude
cp|rsync|scp = aRprunvz --recursive --exclude --dry-run
mkdir|mv|touch|rm = fnprv
gcc|g++|cc|c++|clang|clang++ = cgw -Wall -Wextra -Werror -std -fsyntax-only
curl = fILsSv m: --fail --head --location --silent --show-error --max-time --compressed
git = --no-pager
git status = bsuvz --short --branch --ignored --porcelain --untracked-files
git log|show|diff|shortlog = 0-9bipqsuwz GLMnSU: --oneline --stat --shortstat --numstat --name-only --name-status --summary --patch --no-patch --cached --staged --graph --all --decorate --abbrev-commit --pretty --format --date --author --grep --since --until --after --before --max-count --skip --first-parent --merges --no-merges --reverse --follow --color --no-color --word-diff --ignore-all-space --diff-filter --unified --check --exit-code --no-ext-diff --no-textconv --no-renames --merge-base --branches --tags --compact-summary
git blame = efnlsw L:
git grep = 0-9cEFhilnPvw ABCe: --line-number --ignore-case --count --untracked --cached --name-only --color --no-color
git ls-files|ls-tree = cdlmorstuz --others --cached --modified --deleted --exclude-standard --stage --name-only --full-tree
git rev-parse|describe|cat-file|merge-base|check-ignore|check-attr = epstv --show-toplevel --abbrev-ref --short --verify --git-dir --tags --always --dirty --abbrev
git branch|tag = alrv --all --list --remotes --show-current --merged --no-merged --contains --sort --format
git tag = n m: --message
git add|mv|rm = Aknruv --all --update --dry-run --cached --intent-to-add
git init|commit|merge|revert|cherry-pick = aq m: --all --message --signoff --dry-run --ff-only --no-ff --no-edit --no-commit
git rebase|merge|revert|cherry-pick = --abort --continue --skip --onto
git checkout|switch|restore|reset = bcqSW s: --staged --worktree --source --soft --mixed --track
git stash|worktree|submodule|bisect|config|remote = v --get --list
git stash list|show|push|pop|apply = --include-untracked --keep-index --message --stat
git stash push = ku m:
git stash|worktree|submodule|bisect|remote|config list|status|start|good|bad|reset|show|get-url|get =
git clone = q b: --depth --branch --single-branch
git fetch|pull = --all --prune
git fetch|pull|push = nqtuv --tags --follow-tags --set-upstream --dry-run --rebase --ff-only --depth
git fetch|pull|push origin|upstream =
gh pr|issue|run|repo|release view|list|status|diff|checks = Lq: --json --jq --limit --state
npm|pnpm|yarn = s --silent
npm|pnpm|yarn test|t|run|run-script|start = --if-present --grep --watch --bail --coverage --fix
pnpm|yarn build|check|dev|format|lint|typecheck =
npm|pnpm|yarn install|i|ci|add = DE --save-dev --save-exact --dev --no-save --ignore-scripts --no-audit --no-fund --frozen-lockfile
npm|pnpm|yarn ls|list|view|info|why|outdated|audit = --json --depth --all
npm|pnpm|yarn config get|list =
node = --test --test-name-pattern --test-only --watch --check --no-warnings --enable-source-maps --experimental-strip-types
tsc = --noEmit --watch --pretty --strict --skipLibCheck --showConfig
eslint|stylelint|prettier|biome|oxlint = --fix --check --write --list-different --max-warnings --ext --cache --color --no-color
mocha|jest|vitest = -b -f -g -i -t -w --bail --grep --fgrep --exit --recursive --parallel --timeout --watch --run --coverage --ci --silent --runInBand --testNamePattern --testPathPattern --onlyChanged --passWithNoTests --maxWorkers
python|pypy = BEIsSu m:
pytest|py.test = lqsvx kmnr: --lf --ff --sw --maxfail --tb --durations --collect-only --exitfirst --last-failed
mypy|black|isort|pyright|ruff = --strict --check --diff --pretty --ignore-missing-imports --fix --select --ignore --no-cache
cargo build|check|test|clippy|fmt|doc|bench|run|tree = qrv ADWjp: --release --all --all-targets --workspace --lib --bins --bin --tests --test --doc --example --no-run --offline --locked --features --all-features --no-default-features --package --check --no-deps --nocapture
go test|build|vet|list|doc|fmt|version|env = -v -run -count -race -short -timeout -cover -bench -benchmem -json -failfast -tags -m
go mod tidy|verify|graph|download|why =
make|gmake|ninja|rake = Bknsq j: --silent --keep-going --dry-run --always-make --no-print-directory
gradle|gradlew|mvn|mvnw test|build|check|assemble|compile|package|verify|clean = --info --stacktrace --offline --continue --no-daemon --tests --batch-mode
java = -jar -version
docker ps|images|logs|version|info = afq n: --all --quiet --tail --follow --format
docker compose up|down|ps|logs|build|stop|start = dq --build --detach --wait --follow --tail --no-deps
kubectl get|describe|logs|version|top = Afw lno: --all-namespaces --namespace --tail
`;

/** What every open operand must look like, where it could lead elsewhere. */
const operands = new Map(
  Object.entries({
    ps: /^(?:[acfjlruwx]+|\d+)$/,
    'tar|rsync|scp': /^[^:]+$/,
    'curl|wget': /^(?:https?:\/\/|\d+$)/,
    // Some transports run programs: https://git-scm.com/docs/git-remote-ext
    'git clone': /^(?:https:\/\/|git@[\w.-]+:|\w[\w./-]*$)/,
    'npm|pnpm|yarn install|i|add': /^(?:@[\w.-]+\/)?\w[\w.-]*(?:@[\w.^~-]+)?$/,
  }).flatMap(([names, form]) => combined(names).map(key => [key, form] as const)),
);

/** No option in disguise: a variable (`CC=x`), more arguments (`@file`), or `+x` and `/x:y` as some programs write them. */
const ordinaryOperand = /^(?!\+|@[^{~^]|\/\w+:|\w+[:+?!]*=)/;

type Allows = (option: string) => boolean;

const anything: Allows = () => true;
const everywhere = readOptions('q --help --version --verbose --quiet');
const known = new Map<string, Allows>();
const parents = new Set<string>();
for (const row of table.trim().split('\n')) {
  const [names = '', options = ''] = row.split(' =');
  const allows = readOptions(options.trim());
  for (const key of combined(names)) {
    const earlier = known.get(key);
    known.set(key, earlier === undefined ? allows : option => earlier(option) || allows(option));
    for (let end = key.lastIndexOf(' '); end > 0; end = key.lastIndexOf(' ', end - 1))
      parents.add(key.slice(0, end));
  }
}

function combined(names: string): readonly string[] {
  const [first = [], ...rest] = names.split(' ').map(each => each.split('|'));
  return rest.reduce(
    (all, words) => all.flatMap(begun => words.map(word => `${begun} ${word}`)),
    first.map(programName),
  );
}

function readOptions(written: string): Allows {
  const parts = written.split(' ').filter(Boolean);
  if (parts.includes('*')) return anything;
  const words = new Set(parts.filter(part => part.startsWith('-')));
  const letters = parts.filter(part => !part.startsWith('-'));
  const flags = letters.find(part => !part.endsWith(':')) ?? '';
  const taking = letters.find(part => part.endsWith(':'))?.slice(0, -1) ?? '';
  const together = new RegExp(`^-(?!-)[${flags}]*(?:[${taking}].*)?$`, 's');
  return option => words.has(option.replace(/=.*$/s, '')) || (option.length > 1 && together.test(option));
}

export function isKnown(key: string): boolean {
  return known.has(key) || parents.has(key);
}

export function hasSubcommands(key: string): boolean {
  return parents.has(key);
}

export function allowsOption(key: string, option: string): boolean {
  return everywhere(option) || known.get(key)?.(option) === true;
}

export function allowsOperand(key: string, operand: string): boolean {
  return known.get(key) === anything || (operands.get(key) ?? ordinaryOperand).test(operand);
}
