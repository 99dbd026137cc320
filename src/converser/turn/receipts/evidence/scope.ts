import type { Evidence } from './evidence.ts';

/** "The whole suite", "all 412 tests" */
export function isOfAll(text: string): boolean {
  return whole.test(text);
}

const whole =
  /\b(?:whole|full|entire|complete)\s+(?:\w+\s+)?(?:test\s+)?(?:suite|tests|run)\b|\ball \d+ tests\b/i;

/** It ran some tests only: those of a file, or those that a filter lets through. */
export function isOfPart({ command = '' }: Evidence): boolean {
  return part.test(command.slice(0, most));
}

/** Characters. */
const most = 1_000;

const part =
  /\b(?:vitest|jest|mocha|pytest|rspec|phpunit|mix test|go test)\b.*\s(?:\.\/)?(?!\.\.\.)(?:src|lib|app|apps|packages|internal|pkg|cmd|spec|tests?)\/\w|\s(?:-k|-g|-t|--grep|--filter|--testNamePattern|-run)[\s=]|\S(?:\/|::|\.)\w+\.?(?:test|spec)\w*\.\w+|(?:test_\w+|\w+_test|\w+[.-](?:test|spec))\.\w+|\stests?\/\S+\.\w+|\s--\s+[a-z]\w*\s*$/i;

/** Whether so many places were changed as a claim about many of them speaks of. */
export function coverAll(text: string, able: readonly Evidence[]): boolean {
  const least = everywhere.test(text) ? fewest : theOthers.test(text) ? 2 : 0;
  return able.filter(({ command }) => command === undefined).length >= least || able.some(isOverall);
}

/** "Every import across the app" */
const everywhere =
  /\ball (?:\d{2,}|the) (?:call ?sites|files|components|modules|usages|imports|packages|templates|pages|callers|references)\b|\ball (?:call ?sites|usages|imports|references|callers)\b|\b(?:every|all)\s+(?:\w+\s+){1,3}(?:across|throughout)\b|\bthroughout the\b|\beverywhere\b/i;
const theOthers =
  /\b(?:in|across|for|to) all (?:the )?(?:locales|languages|files|modules|components|packages|services|pages|crates|templates)\b|\bthe other (?:two|three|four|five|six|seven|eight|nine|ten|\d+) (?:\w+ )?(?:files|packages|components|modules|pages|templates|services|classes|tests|endpoints|routes)\b/i;
const fewest = 5;

/** One command may change many files, but not one that installs or builds. */
export function isOverall({ can, command }: Evidence): boolean {
  return (
    command !== undefined &&
    can.has('write') &&
    !/\b(?:install|uninstall|add|ci|build|test|git|docker|compile\w*|check|verify|validate|lint)\b/i.test(
      command,
    )
  );
}
