import { parseArgs } from 'node:util';
import { reasonOf } from '../converser/errors.ts';
import { type ToolUse, toolUses } from '../providers/tool-use.ts';
import type { ServerOptions } from './connect-provider.ts';

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
  /** Whose server answers, if it is to be one. */
  readonly server?: ServerOptions;
  /** How the model is given tools; the best that it can when absent. */
  readonly tools?: ToolUse;
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
    const tools = toolUses.find(use => use === values.tools);
    if (values.tools !== undefined && tools === undefined) {
      return wrong(`--tools is one of ${toolUses.join(', ')}, not ${JSON.stringify(values.tools)}.`);
    }
    const server = readServer(values);
    if (typeof server === 'string') return wrong(server);
    return {
      kind: 'converse',
      options: {
        question,
        model: modelOf(values.model, server),
        ...(server === undefined ? {} : { server }),
        ...(tools === undefined ? {} : { tools }),
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
  --provider KIND    ask a server: openai (or any that speaks the same) or anthropic; wants --model NAME
  --base-url URL     where that server is (default: the vendor's own)
  --key-env VAR      the environment variable with its key (default: OPENAI_API_KEY or ANTHROPIC_API_KEY)
  --tools HOW        native, contract (for models that cannot call tools), or none (default: the best it can)
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
  provider: { type: 'string' },
  'base-url': { type: 'string' },
  'key-env': { type: 'string' },
  tools: { type: 'string' },
  root: { type: 'string', multiple: true },
  ensembles: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  trust: { type: 'boolean' },
  json: { type: 'boolean' },
  rounds: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

interface ServerValues {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'key-env'?: string | undefined;
}

/** The server that the options name, or what is wrong with them. */
function readServer(values: ServerValues): ServerOptions | string | undefined {
  const { provider: kind, model, 'base-url': baseUrl, 'key-env': keyVariable } = values;
  if (kind === undefined) {
    return baseUrl === undefined && keyVariable === undefined
      ? undefined
      : '--base-url and --key-env go with --provider openai or --provider anthropic.';
  }
  if (kind !== 'openai' && kind !== 'anthropic') {
    return `--provider is openai or anthropic, not ${JSON.stringify(kind)}.`;
  }
  if (model === undefined) return `--provider ${kind} wants --model NAME.`;
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    return `--base-url wants an address such as http://127.0.0.1:11434/v1, not ${JSON.stringify(baseUrl)}.`;
  }
  return {
    kind,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
  };
}

function modelOf(model: string | undefined, server: ServerOptions | undefined): string {
  if (model === undefined) return 'rehearsal/rehearsal';
  return server === undefined ? model : `${server.kind}/${model}`;
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
