import { parseArgs } from 'node:util';
import { reasonOf } from '../converser/errors.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export interface TerminalOptions {
  /** `-`: the question comes from the standard input. */
  readonly question: string;
  /** `provider/id`. */
  readonly model: string;
  /** Folders to work in. */
  readonly roots: readonly string[];
  /** Folders of descriptors that count as the person's own. */
  readonly ensembles: readonly string[];
  /** Tools that need not be asked about: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** Whether the descriptors that came with the roots are loaded. */
  readonly trust: boolean;
  readonly json: boolean;
  /** How often the model may be asked; the usual limit when absent. */
  readonly rounds?: number;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const question = positionals.join(' ');
    if (question.trim() === '') return wrong('Say what to converse about: converse [options] "question".');
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
    if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
      return wrong(`--rounds wants a whole number above 0, not ${JSON.stringify(values.rounds)}.`);
    }
    return {
      kind: 'converse',
      options: {
        question,
        model: values.model ?? 'rehearsal/rehearsal',
        roots: values.root ?? ['.'],
        ensembles: values.ensembles ?? [],
        allow: values.allow ?? [],
        trust: values.trust ?? false,
        json: values.json ?? false,
        ...(rounds === undefined ? {} : { rounds }),
      },
    };
  } catch (cause) {
    return wrong(reasonOf(cause).split('\n')[0] ?? '');
  }
}

export const usage = `converse [options] "question"     ("-" reads the question from the standard input)

  --model REF        the model, as provider/id (default: rehearsal/rehearsal, which goes by rules)
  --root DIR         a folder to work in (repeatable; default: the current one)
  --ensembles DIR    a folder with descriptors of your own tools (repeatable)
  --allow NAME       do not ask about this tool: ensemble:name, name, or ensemble:* (repeatable)
  --trust            load the descriptors that came with the roots, in .converser/ensembles
  --rounds N         how often the model may be asked (default: 25)
  --json             one event a line on the standard output, and nothing else
  --version, --help

The exit code is 0 for a final answer, 1 when there is none, 2 for a wrong option, 130 after Ctrl+C.
`;

const known = {
  model: { type: 'string', short: 'm' },
  root: { type: 'string', multiple: true },
  ensembles: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  trust: { type: 'boolean' },
  json: { type: 'boolean' },
  rounds: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
