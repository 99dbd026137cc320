import type { Covered, Subject } from '../../../converser/words/ensemble/invoker.ts';
import type { Command } from '../command/command.ts';
import { commandText } from '../command/command-text.ts';
import { programName } from '../command/program-name.ts';
import { type Access, isEnough } from '../sandbox/access.ts';
import { type CommandPattern, exactPattern, leadingPattern, patternWith } from './command-pattern.ts';
import { namedPlace } from './named-place.ts';
import { isInterpreter, isLauncher, launchingWord } from './programs.ts';
import { resemblance } from './resemblance.ts';
import { isRiskyFor, riskyArgument } from './risky-options.ts';
import { shellWords } from './shell-words.ts';

export interface CommandSubjectOptions {
  readonly read: (pattern: string) => CommandPattern;
  /** Differs from the program's name where its path leads elsewhere. */
  readonly realName?: string | undefined;
  readonly access: Access;
  readonly cwd?: string | undefined;
}

/**
 * A rule that allows must cover all of the command. Others also apply to what only resembles theirs, and
 * where that can't be told, you are asked.
 */
export function commandSubject(
  command: Command,
  { read, realName, access, cwd }: CommandSubjectOptions,
): Subject {
  return {
    covered(pattern) {
      try {
        const written = read(pattern);
        const how = covered(command, written, { realName, cwd });
        return how === 'all' && !isEnough(written.access, access) ? 'some' : how;
      } catch (cause) {
        return Promise.reject(cause);
      }
    },
    patterns: async () => patternsOf(command, cwd).map(pattern => patternWith(access, pattern)),
    places: [],
  };
}

function covered(
  command: Command,
  pattern: CommandPattern,
  { realName, cwd }: Pick<CommandSubjectOptions, 'realName' | 'cwd'>,
): Covered {
  if (pattern.kind === 'line') return coveredByLine(command, pattern.line);
  if (command.kind === 'program') {
    const words = [command.program, ...command.args];
    const isBegun = pattern.words.every((word, at) => words[at] === word);
    if (isBegun && pattern.kind === 'exact' && words.length === pattern.words.length) return 'all';
    if (isBegun && pattern.kind === 'leading')
      return isHarmless(words, { named: pattern.words.length, cwd }) ? 'all' : 'some';
  }
  switch (resemblance(command, pattern, realName)) {
    case 'same':
      return 'some';
    case 'other':
      return 'none';
    case 'unknown':
      throw new Error(`${commandText(command).slice(0, 80)} may run other programs.`);
  }
}

interface Open {
  readonly named: number;
  readonly cwd: string | undefined;
}

/** Open words must change nothing about what the named words run, and name nothing protected. */
function isHarmless(words: readonly string[], { named, cwd }: Open): boolean {
  const [program = '', ...args] = words;
  const [before, open] = [args.slice(0, named - 1), args.slice(named - 1)];
  // An option named last takes the first open word for its value.
  const lastNamed = before.slice(-1).filter(arg => arg.startsWith('-'));
  if (riskyArgument(program, [...lastNamed, ...open]) !== undefined) return false;
  if (namedPlace({ program, args, open, cwd }) !== undefined) return false;
  const launching = launchingWord(program, args);
  const plain = before.filter(arg => !arg.startsWith('-') && arg !== launching);
  // Any of them may be the subcommand, or a program, that takes the open words.
  const names = plain.flatMap(inner => [programName(inner), `${programName(program)} ${inner}`]);
  if (names.some(name => open.some(arg => isRiskyFor(name, arg)))) return false;
  return plain.length > 0 || !(isLauncher(program, args) || isInterpreter(program));
}

function coveredByLine(command: Command, line: string): Covered {
  if (command.kind === 'line' && command.line === line) return 'all';
  const wanted = shellWords(line).commands;
  const mine =
    command.kind === 'line' ? shellWords(command.line).commands : [[command.program, ...command.args]];
  const isSame = JSON.stringify(mine) === JSON.stringify(wanted);
  return isSame ? 'some' : 'none';
}

function patternsOf(command: Command, cwd: string | undefined): readonly string[] {
  const exact = exactPattern(command);
  if (command.kind === 'line') return [exact];
  const { program, args } = command;
  const named = subcommandOf(args);
  if (named.length === 0 || args.length === 0) return [exact];
  const words = [program, ...named];
  return isHarmless([program, ...args], { named: words.length, cwd }) &&
    !isLauncher(program, []) &&
    !isInterpreter(program)
    ? [exact, leadingPattern(words)]
    : [exact];
}

const deeper = new Set('run run-script compose pr issue stash remote worktree workspace'.split(' '));

function subcommandOf(args: readonly string[]): readonly string[] {
  const [first = '', second = ''] = args;
  const isWord = (word: string) => /^[a-z][\w:-]*$/i.test(word);
  if (!isWord(first)) return [];
  if (!deeper.has(first)) return [first];
  return isWord(second) ? [first, second] : [];
}
