import type { Covered, Subject } from '../../../converser/ensemble/invoker.ts';
import type { Command } from '../command/command.ts';
import { commandText } from '../command/command-text.ts';
import { type Access, isEnough } from '../sandbox/access.ts';
import { type CommandPattern, exactPattern, leadingPattern, patternWith } from './command-pattern.ts';
import { isInterpreter, isLauncher } from './programs.ts';
import { resemblance } from './resemblance.ts';
import { riskyArgument } from './risky-options.ts';
import { shellWords } from './shell-words.ts';

export interface CommandSubjectOptions {
  readonly read: (pattern: string) => CommandPattern;
  /** What the program is called where its path leads, if that is something else. */
  readonly realName?: string | undefined;
  /** What it wants to reach. */
  readonly access: Access;
}

/**
 * What a command is about, for rules. A rule that allows must cover it in full: this very command, or its first words
 * where nothing after them lets the program run others or write files, with no more to reach than the rule grants. A rule that denies or asks also applies to what
 * only resembles its pattern, and where that can't be told, you are asked.
 */
export function commandSubject(command: Command, { read, realName, access }: CommandSubjectOptions): Subject {
  return {
    covered(pattern) {
      try {
        const written = read(pattern);
        const how = covered(command, written, realName);
        return how === 'all' && !isEnough(written.access, access) ? 'some' : how;
      } catch (cause) {
        return Promise.reject(cause);
      }
    },
    patterns: async () => patternsOf(command).map(pattern => patternWith(access, pattern)),
    places: [],
  };
}

function covered(command: Command, pattern: CommandPattern, realName: string | undefined): Covered {
  if (pattern.kind === 'line') return coveredByLine(command, pattern.line);
  if (command.kind === 'program') {
    const words = [command.program, ...command.args];
    const isBegun = pattern.words.every((word, at) => words[at] === word);
    if (isBegun && pattern.kind === 'exact' && words.length === pattern.words.length) return 'all';
    if (isBegun && pattern.kind === 'leading')
      return isHarmless(words, pattern.words.length) ? 'all' : 'some';
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

/** Whether words that a pattern leaves open change nothing about what its words run. */
function isHarmless(words: readonly string[], named: number): boolean {
  const [program = '', ...args] = words;
  // An option that is named last takes the first open word for its value.
  const lastNamed = args
    .slice(0, named - 1)
    .slice(-1)
    .filter(arg => arg.startsWith('-'));
  if (riskyArgument(program, [...lastNamed, ...args.slice(named - 1)]) !== undefined) return false;
  const namesWhatRuns = args.slice(0, named - 1).some(arg => !arg.startsWith('-'));
  return namesWhatRuns || !(isLauncher(program) || isInterpreter(program));
}

function coveredByLine(command: Command, line: string): Covered {
  if (command.kind === 'line' && command.line === line) return 'all';
  const wanted = shellWords(line).commands;
  const mine =
    command.kind === 'line' ? shellWords(command.line).commands : [[command.program, ...command.args]];
  const isSame = JSON.stringify(mine) === JSON.stringify(wanted);
  return isSame ? 'some' : 'none';
}

/** This very command, and where its program has subcommands, all of this one. */
function patternsOf(command: Command): readonly string[] {
  const exact = exactPattern(command);
  if (command.kind === 'line') return [exact];
  const { program, args } = command;
  const named = subcommandOf(args);
  if (named.length === 0 || args.length === 0) return [exact];
  const words = [program, ...named];
  return isHarmless([program, ...args], words.length) && !isLauncher(program) && !isInterpreter(program)
    ? [exact, leadingPattern(words)]
    : [exact];
}

/** Subcommands whose own first word says what is done. */
const deeper = new Set([
  'run',
  'run-script',
  'compose',
  'pr',
  'issue',
  'stash',
  'remote',
  'worktree',
  'workspace',
]);

function subcommandOf(args: readonly string[]): readonly string[] {
  const [first = '', second = ''] = args;
  const isWord = (word: string) => /^[a-z][\w:-]*$/i.test(word);
  if (!isWord(first)) return [];
  if (!deeper.has(first)) return [first];
  return isWord(second) ? [first, second] : [];
}
