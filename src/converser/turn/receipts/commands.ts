import type { JsonObject } from '../../ground/json/json.ts';

export const checks = {
  tests: '(?:(?:test )?suite|test run|tests?|specs)',
  build: '(?:build|compilation|compiler|tsc|typescript|type[- ]?check(?:s|er|ing)?|mypy)',
  lint: '(?:lint(?:er|ing)?|eslint|biome|ruff|clippy|flake8|stylelint|pylint|rubocop)',
};

/** A command does the first that fits. What `looks` changes no file but what it names; `any` may do anything. */
const works = {
  looks:
    /^(?:(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|bundle|brew|apt(?:-get)?)(?: -\S+)* (?:i|ci|add|get|mod|install|remove|uninstall|update|upgrade|sync|ls|list|view|info|audit|outdated|init|version|publish)|cd|ls|cat|head|tail|wc|echo|printf|pwd|which|file|stat|tree|du|e?grep|rg|find(?!.* -(?:delete|exec))|fd|diff|sort|uniq|cut|jq|sed(?! (?:-\S+ )*-\w*i)|touch|mkdir|chmod|tee|export|source|sleep|git (?:-\S+ )*(?:status|log|show|diff|blame|grep|ls-files|add|commit|push|fetch|branch|tag|remote|gc|rev-parse|describe))(?= |$)/,
  lint: /lint|\b(?:biome|ruff|flake8|clippy|rubocop|prettier|black|isort|gofmt|vet|shellcheck|fmt|format|credo|detekt|checkstyle|phpstan|psalm)\b/,
  build:
    /\b(?:tsc|vue-tsc|mypy|pyright|type-?check|javac|gcc|clang|rustc|webpack|rollup|esbuild|cargo check)\b|compil|^(?:npm|pnpm|yarn|bun|cargo|go|next|vite|ng|swift|dotnet|docker|uv|hugo|stack|zig)(?: run)? build\b/,
  tests:
    /^(?!git (?!bisect)).*(?:(?<!la|con|at|pro)test|specs?\b|jest|mocha|\bava\b|\btox\b|\bnox\b|cypress|playwright|behave|cucumber|karma)/,
  any: /^(?:make|just|task|rake|mvnw?|gradlew?|ant|sbt|bazel|nx|turbo|docker|podman|ssh|gh|act|(?:ba|z|fi)?sh|pwsh|powershell|cmd|npm|pnpm|yarn|bun|composer|mix|bundle)\b|^\S*\/|\b(?:check|verify|ci|validate)\b|\.(?:sh|ps1|bat)\b/,
  other: /^/,
};

export function workOf(command: string): string {
  const plain = command.toLowerCase().replace(/^\s*(?:(?:\w+=\S*|sudo|npx|bunx|time|uv run) +)*/, '');
  const words = plain.split(/\s+/, 8);
  const own = /^(?:node|tsx|deno|python[\d.]*|ruby|php|perl)$/.test(words[0] ?? '') ? 2 : 1;
  const told = words.filter((word, at) => at < own || !word.includes('/')).join(' ');
  return Object.entries(works).find(([, commands]) => commands.test(told))?.[0] ?? '';
}

/** Tells it of each command of a call. Nobody knows how one in the background ends. */
export function worksOf(given: JsonObject): readonly string[] {
  const { program, args, line, command = line, cmd = command, background } = given;
  const isLine = typeof cmd === 'string' && program === undefined;
  const commands = isLine ? commandsIn(cmd.slice(0, 8_000)) : [[program, args].flat().join(' ')];
  if (!isLine && typeof program !== 'string') return [];
  return background === true ? ['any'] : commands.map(workOf);
}

/** Splits a line for a shell. What one of its commands is given there to read may be anything. */
function commandsIn(line: string): readonly string[] {
  const [plain = '', ...given] = line.replace(/\d?>&\d|&>/g, ' ').split(/<<-?\s*['"]?\w/);
  const commands = plain.replace(/"[^"]*"|'[^']*'/g, '""').split(/&&|\|\||[;|&\n]/);
  return [...commands.filter(command => !/^\s*(?:cd |export |$)/.test(command)), ...given.map(() => 'sh')];
}
