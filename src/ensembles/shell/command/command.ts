import { errors } from '../../../converser/ground/errors.ts';

export type Command =
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'line'; readonly line: string };

export interface WrittenCommand {
  readonly program?: string;
  readonly args?: readonly string[];
  readonly line?: string;
}

/** In characters. A question shows the whole command, so it must fit. */
const longestCommand = 20_000;

/** Throws `bad-arguments` unless there is exactly one command. */
export function readCommand({ program = '', args = [], line = '' }: WrittenCommand): Command {
  const command = oneOf(program, args, line);
  const words = command.kind === 'line' ? [command.line] : [command.program, ...command.args];
  if (words.some(word => word.includes('\0')))
    throw errors.badArguments('A command can’t hold the character NUL.');
  if (words.some(word => !word.isWellFormed()))
    throw errors.badArguments('A command can’t hold half of a character.');
  if (words.join(' ').length > longestCommand) {
    throw errors.badArguments(
      `A command has at most ${longestCommand} characters, because the user reads all of it. Write long text to a file and pass its name.`,
    );
  }
  return command;
}

function oneOf(program: string, args: readonly string[], line: string): Command {
  const hasLine = line.trim() !== '';
  if (hasLine && (program !== '' || args.length > 0)) {
    throw errors.badArguments('Give either program and args, or line, and not both.');
  }
  if (hasLine) return { kind: 'line', line };
  if (program.trim() === '') {
    throw errors.badArguments(
      'Give program and args, such as {"program": "git", "args": ["status"]}, or line for what needs a shell.',
    );
  }
  return { kind: 'program', program, args };
}
