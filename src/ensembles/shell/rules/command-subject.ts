import type { Covered, Subject } from '../../../converser/words/ensemble/invoker.ts';
import type { Command } from '../command/command.ts';
import { commandText } from '../command/command-text.ts';
import { type Access, isEnough } from '../sandbox/access.ts';
import {
  type CommandPattern,
  exactPattern,
  leadingPattern,
  patternWith,
  readPattern,
} from './command-pattern.ts';
import { namedPlace } from './named-place.ts';
import { isInterpreter, isLauncher } from './programs.ts';
import { resemblance } from './resemblance.ts';
import { shellWords } from './shell-words.ts';
import { unknownWord } from './unknown-word.ts';

export interface CommandSubjectOptions {
  /** Differs from the program's name where its path leads elsewhere. */
  readonly realName?: string | undefined;
  readonly access: Access;
  readonly cwd?: string | undefined;
  /** All names of the folder; the first one is written into rules, unless it is `.`. */
  readonly folders?: readonly string[];
  /** Present where the program is a file of the workspace; empty if it can't be read, so that no rule allows it. */
  readonly version?: string | undefined;
}

/**
 * A rule that allows must cover all of the command. Others also apply to what only resembles theirs, and
 * where that can't be told, you are asked.
 */
export function commandSubject(command: Command, about: CommandSubjectOptions): Subject {
  const { access, cwd, folders = ['.'], version } = about;
  const [folder] = folders;
  const scope = { access, folder: folder === '.' ? undefined : folder, file: version };
  return {
    covered(pattern) {
      try {
        const written = readPattern(pattern);
        return narrowed(covered(command, written, about), written, { access, folders, version });
      } catch (cause) {
        return Promise.reject(cause);
      }
    },
    patterns: async () =>
      version === '' ? [] : patternsOf(command, cwd).map(pattern => patternWith(pattern, scope)),
    places: [],
  };
}

/** A rule allows a command only where, and as far, as it says. */
function narrowed(
  how: Covered,
  pattern: CommandPattern,
  { access, folders = [], version }: Pick<CommandSubjectOptions, 'access' | 'folders' | 'version'>,
): Covered {
  const { folder = '.', file } = pattern;
  if (how === 'none' || (folders.includes(folder) && how === 'some')) return how;
  if (folders.includes(folder))
    return isEnough(pattern.access, access) && (version === undefined || version === file) ? 'all' : 'some';
  if (pattern.folder === undefined) return 'some';
  if (how === 'all') return 'none';
  throw new Error(`the command may lead to its folder, ${folder}.`);
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
  const place = { program, args, open: args.slice(named - 1), cwd };
  return unknownWord(words, named) === undefined && namedPlace(place) === undefined;
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
