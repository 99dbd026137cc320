import type { Command } from '../command/command.ts';
import { programName } from '../command/program-name.ts';
import type { CommandPattern } from './command-pattern.ts';
import { isKnown } from './known-programs.ts';
import { isInterpreter, isLauncher } from './programs.ts';
import { shellWords } from './shell-words.ts';
import { unknownArgument } from './unknown-word.ts';

type ProgramPattern = Exclude<CommandPattern, { readonly kind: 'line' }>;

/** `same` covers another path, `env` and `sh -c`; `unknown` means that the words don't tell what it runs. */
export type Resemblance = 'same' | 'unknown' | 'other';

const deepest = 4;

export function resemblance(
  command: Command,
  pattern: ProgramPattern,
  realName: string | undefined,
): Resemblance {
  if (command.kind === 'line') return ofLine(command.line, pattern, deepest);
  const words = [command.program, ...command.args];
  const behind = realName === undefined ? 'other' : ofWords([realName, ...command.args], pattern, deepest);
  return worst([behind, ofWords(words, pattern, deepest)]);
}

function ofLine(line: string, pattern: ProgramPattern, depth: number): Resemblance {
  const { commands, isPlain } = shellWords(line);
  return worst([isPlain ? 'other' : 'unknown', ...commands.map(words => ofWords(words, pattern, depth))]);
}

function ofWords(words: readonly string[], pattern: ProgramPattern, depth: number): Resemblance {
  const [program = '', ...args] = words;
  const own = ofProgram(program, args, pattern);
  const isOpen = runsOthers(program, args);
  if (own === 'same' || (!isOpen && isKnown(programName(program)))) return own;
  if (depth === 0) return 'unknown';
  const inner = args.map((arg, at) => {
    const behind = ofProgram(arg, args.slice(at + 1), pattern);
    return /\s/.test(arg) ? worst([behind, ofLine(arg, pattern, depth - 1)]) : behind;
  });
  if (isOpen) return worst(['unknown', ...inner]);
  // An unknown program may run what it is given.
  return worst(inner) === 'other' ? own : 'unknown';
}

/** Scripts and packages run whatever is in them; only the command itself is judged. */
function runsOthers(program: string, args: readonly string[]): boolean {
  if (isLauncher(program, args) || unknownArgument(program, args) !== undefined) return true;
  return isInterpreter(program) && args.some(arg => /\s/.test(arg));
}

function ofProgram(program: string, args: readonly string[], { kind, words }: ProgramPattern): Resemblance {
  const [wanted = '', ...first] = words;
  if (programName(program) !== programName(wanted)) return 'other';
  const isLeading = kind === 'leading';
  if (begins(args, first) && (isLeading || args.length === first.length)) return 'same';
  if (!isLeading) return 'other';
  // Options of the program itself may stand before its subcommand.
  const plain = args.filter(arg => !arg.startsWith('-'));
  if (first.length > 0 && begins(plain, first)) return 'same';
  return isWithin(first, args) ? 'unknown' : 'other';
}

function begins(words: readonly string[], first: readonly string[]): boolean {
  return first.every((word, at) => words[at] === word);
}

function isWithin(some: readonly string[], words: readonly string[]): boolean {
  let from = 0;
  return some.every(word => {
    const at = words.indexOf(word, from);
    from = at + 1;
    return at !== -1;
  });
}

function worst(all: readonly Resemblance[]): Resemblance {
  if (all.includes('same')) return 'same';
  return all.includes('unknown') ? 'unknown' : 'other';
}
