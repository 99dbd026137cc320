import { programName } from '../command/program-name.ts';
import { allowsOperand, allowsOption, hasSubcommands, isKnown } from './known-programs.ts';
import { isInterpreter, isLauncher, launchedIn } from './programs.ts';

const isOption = (word: string) => /^[-\u2010-\u2015\u2212\uff0d]./.test(word) && word !== '--';

/**
 * Finds the first word from index `open` on that may change what runs, or where: it isn't among the options and subcommands
 * that are known. What an unknown program does with its first operand, only a rule that names it knows.
 */
export function unknownWord(words: readonly string[], open: number): string | undefined {
  // An option named last takes the first open word for its value.
  const from = open > 1 && isOption(words[open - 1] ?? '') ? open - 1 : open;
  const at = takerIn(words.slice(0, open));
  return at === undefined ? (words[open] ?? words[0]) : unknownTo(words.slice(at), from - at);
}

/** Where another program runs, this is about it, and about how it is started. Programs that run code of files take any file. */
export function unknownArgument(program: string, args: readonly string[]): string | undefined {
  const words = [program, ...args];
  if (isKnown(programName(program)) || isInterpreter(program)) return unknownTo(words, 1);
  if (!isLauncher(program, args)) return undefined;
  const at = launchedIn(words);
  return at === 0 ? args.find(isOption) : unknownArgument(words[at] ?? '', words.slice(at + 1));
}

/** The index of the program that takes further words, where the words say which one that is. */
function takerIn(words: readonly string[]): number | undefined {
  const [program = '', ...args] = words;
  if (isLauncher(program, args)) {
    const at = launchedIn(words);
    const inner = at === 0 ? undefined : takerIn(words.slice(at));
    return inner === undefined ? undefined : at + inner;
  }
  if (!isInterpreter(program)) return 0;
  const module = programName(program) === 'python' ? words.indexOf('-m') + 1 : 0;
  if (module > 0 && words[module] !== undefined) return module;
  // Behind an option it may be that option's value, and the next word the file that runs.
  return args.some((arg, at) => !isOption(arg) && !isOption(args[at - 1] ?? '')) ? 0 : undefined;
}

/** In these, the first word holds options even without a dash. */
const withoutDash = new Set(['tar', 'bsdtar', 'ar']);

function unknownTo([program = '', ...args]: readonly string[], open: number): string | undefined {
  let key = programName(program);
  let isCommand = hasSubcommands(key) || !(isKnown(key) || isInterpreter(program));
  const keys = [key];
  for (const [index, arg] of args.entries()) {
    const isOpen = index + 1 >= open;
    const isDashed = isOption(arg) || (index === 0 && withoutDash.has(key) && /^[a-z]+$/i.test(arg));
    if (arg === '--') continue;
    if (isDashed) {
      const option = isOption(arg) ? arg : `-${arg}`;
      if (isOpen && !keys.some(each => allowsOption(each, option))) return arg;
    } else if (isCommand) {
      key = `${key} ${arg}`;
      if (isOpen && !isKnown(key)) return arg;
      isCommand = hasSubcommands(key);
      keys.push(key);
    } else if (isOpen && !allowsOperand(key, arg)) return arg;
  }
  return undefined;
}
