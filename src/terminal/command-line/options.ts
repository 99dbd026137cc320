import { parseArgs } from 'node:util';
import { reasonOf } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { Cap } from '../../converser/spending/caps.ts';
import { presets } from '../../providers/configured/presets.ts';
import { readProviders } from '../../providers/configured/read-providers.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { type ToolUse, toolUses } from '../../providers/facts/tool-use.ts';
import { readInvokeCommand } from '../../providers/rehearsal/invoke-command.ts';
import { capOptions, readCap } from './cap-options.ts';
import { lockOptions, readLockAction } from './lock-options.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'lock'; readonly options: LockOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Which model is to be tried out. */
export interface CheckOptions {
  readonly server: ProviderDefinition;
  /** Its id on that server. */
  readonly id: string;
  readonly json: boolean;
}

/** Which servers are to be held against their locks. */
export interface LockOptions
  extends Pick<TerminalOptions, 'roots' | 'ensembles' | 'trust' | 'json' | 'lock'> {
  readonly action: 'verify' | 'accept';
}

export interface TerminalOptions {
  /** `-`: the question comes from the standard input. */
  readonly question: string;
  /** `provider/id`. */
  readonly model: string;
  /** Whose server answers, if it is to be one. */
  readonly server?: ProviderDefinition;
  /** How the model is given tools; the best that it can when absent. */
  readonly tools?: ToolUse;
  /** The person's own wording of the contract; a file's name at first, and its text once it is read. */
  readonly contractPrompt?: string;
  /** The person's own file of facts and prices; its name at first, and its text once it is read. */
  readonly modelsFile?: string;
  /** Folders to work in. */
  readonly roots: readonly string[];
  /** Folders of descriptors that count as the person's own. */
  readonly ensembles: readonly string[];
  /** Tools that need not be asked about: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** Whether the descriptors that came with the roots are loaded. */
  readonly trust: boolean;
  readonly json: boolean;
  /** The file in which all servers are pinned; where it lies by itself when absent. */
  readonly lock?: string;
  /** How often the model may be asked; the usual limit when absent. */
  readonly rounds?: number;
  /** What the turn may spend; as much as it takes when absent. */
  readonly cap?: Cap;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const question = positionals.join(' ');
    if (values.check) return readCheck(values, question);
    const lockAction = readLockAction(values, question);
    if (typeof lockAction === 'object') return wrong(lockAction.wrong);
    if (lockAction !== 'none') {
      return { kind: 'lock', options: { action: lockAction, ...foldersOf(values) } };
    }
    if (question.trim() === '') return wrong('Say what to converse about: converse [options] "question".');
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
    if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
      return wrong(`--rounds wants a whole number above 0, not ${JSON.stringify(values.rounds)}.`);
    }
    const cap = readCap(values);
    if (typeof cap === 'string') return wrong(cap);
    const tools = toolUses.find(use => use === values.tools);
    if (values.tools !== undefined && tools === undefined) {
      return wrong(`--tools is one of ${toolUses.join(', ')}, not ${JSON.stringify(values.tools)}.`);
    }
    const server = readProvider(values, tools);
    if (typeof server === 'string') return wrong(server);
    return {
      kind: 'converse',
      options: {
        question,
        model: modelOf(values.model, server),
        ...(server === undefined ? {} : { server }),
        ...(tools === undefined ? {} : { tools }),
        ...(values['contract-prompt'] === undefined ? {} : { contractPrompt: values['contract-prompt'] }),
        ...(values['models-file'] === undefined ? {} : { modelsFile: values['models-file'] }),
        ...foldersOf(values),
        allow: [...(values.allow ?? []), ...toolTyped(question, values.model)],
        ...(rounds === undefined ? {} : { rounds }),
        ...(cap === undefined ? {} : { cap }),
      },
    };
  } catch (cause) {
    return wrong(reasonOf(cause).split('\n')[0] ?? '');
  }
}

interface FolderValues {
  readonly root?: readonly string[] | undefined;
  readonly ensembles?: readonly string[] | undefined;
  readonly trust?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly lock?: string | undefined;
}

/** What tells where tools come from, whatever is then done with them. */
function foldersOf(values: FolderValues): Omit<LockOptions, 'action'> {
  return defined({
    roots: values.root ?? ['.'],
    ensembles: values.ensembles ?? [],
    trust: values.trust ?? false,
    json: values.json ?? false,
    lock: values.lock,
  });
}

/** Whoever types one call and nothing else wants that tool to run. Only Rehearsal takes the words at their word. */
function toolTyped(question: string, model: string | undefined): readonly string[] {
  if (model !== undefined && model !== rehearsal) return [];
  const command = readInvokeCommand(question, 0);
  return command?.end === question.length ? [command.call.name] : [];
}

/** A check asks its own questions. */
function readCheck(
  values: ProviderValues & { readonly json?: boolean | undefined },
  question: string,
): CommandLine {
  if (question.trim() !== '') return wrong('--check takes no question: it asks its own.');
  const server = readProvider(values, undefined);
  if (typeof server === 'string') return wrong(server);
  if (server === undefined || values.model === undefined)
    return wrong('--check wants --provider NAME and --model NAME.');
  return { kind: 'check', options: { server, id: values.model, json: values.json ?? false } };
}

const rehearsal = 'rehearsal/rehearsal';

/** The vendor's own, or another server that speaks Responses. */
const responses = 'openai-responses';
const providers = [...presets.map(({ id }) => id), responses];
const providerLines = providers.join(', ');

export const usage = `converse [options] "question"     ("-" reads the question from the standard input)

  --model REF        the model, as provider/id (default: rehearsal/rehearsal, which goes by rules)
  --provider NAME    ask a server; wants --model NAME. One of
                     ${providerLines}
  --base-url URL     where that server is (default: the usual place); with openai, any that speaks the same
  --key-env VAR      the environment variable with its key (default: the usual one, such as OPENAI_API_KEY)
  --tools HOW        native, contract (for models that cannot call tools), or none (default: the best it can)
  --contract-prompt FILE
                     your own wording of the contract; {{tools}} in it stands for the list of tools
  --models-file FILE what you know of models, and their prices: a TOML file
  --check            try out what the model can, show it, and remember it: no question is asked
  --root DIR         a folder to work in (repeatable; default: the current one)
  --ensembles DIR    a folder with descriptors of your own tools (repeatable)
  --allow NAME       do not ask about this tool: ensemble:name, name, or ensemble:* (repeatable)
                     a question that is one /invoke NAME {…} allows the tool that it names
  --trust            load the tools that came with the roots, in .converser/ensembles and .vscode/mcp.json
  --verify-lock      start every MCP server and hold its tools against converser.lock.toml: no question is asked
  --accept-lock      make that lock what the servers say now
  --lock FILE        the lock (default: converser.lock.toml in the root, or in the folder of --ensembles)
  --rounds N         how often the model may be asked (default: 25)
  --max-tokens N, --max-requests N, --max-cost USD
                     what may be spent; a request that would exceed it is not sent (default: no limit)
  --json             one event a line on the standard output, and nothing else; with --check, the card;
                     with --verify-lock, the servers
  --version, --help

MCP servers: \${secret:my-key} and \${input:city} in a description are the environment variables
CONVERSER_SECRET_MY_KEY and CONVERSER_INPUT_CITY. A sign-in holds for one run: nothing is kept of it.
CONVERSER_CLIENT_METADATA_URL is the https address of a client metadata document, where your company publishes one.

The exit code is 0 for a final answer (with --check: if tools can be called; with
--verify-lock: if nothing has changed), 1 when there is none, 2 for a wrong option, 130 after Ctrl+C.
`;

const known = {
  model: { type: 'string', short: 'm' },
  provider: { type: 'string' },
  'base-url': { type: 'string' },
  'key-env': { type: 'string' },
  tools: { type: 'string' },
  'contract-prompt': { type: 'string' },
  'models-file': { type: 'string' },
  root: { type: 'string', multiple: true },
  ensembles: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  trust: { type: 'boolean' },
  json: { type: 'boolean' },
  ...lockOptions,
  check: { type: 'boolean' },
  rounds: { type: 'string' },
  ...capOptions,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

interface ProviderValues {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'key-env'?: string | undefined;
}

/** The server that the options name, or what is wrong with them. It is described as one in the settings would be. */
function readProvider(
  values: ProviderValues,
  tools: ToolUse | undefined,
): ProviderDefinition | string | undefined {
  const { provider: id, model, 'base-url': baseUrl, 'key-env': keyVariable } = values;
  if (id === undefined) {
    return baseUrl === undefined && keyVariable === undefined
      ? undefined
      : '--base-url and --key-env go with --provider, such as --provider openai.';
  }
  if (!providers.includes(id))
    return `--provider is one of ${providers.join(', ')}, not ${JSON.stringify(id)}.`;
  if (model === undefined) return `--provider ${id} wants --model NAME.`;
  const { providers: read, problems } = readProviders({
    [id]: {
      ...(id === responses ? { kind: id, label: 'OpenAI', keyVariable: 'OPENAI_API_KEY' } : {}),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(keyVariable === undefined ? {} : { keyVariable }),
      ...(tools === undefined ? {} : { models: { '*': { tools } } }),
    },
  });
  const wrongKey = problems.find(({ path }) => path.endsWith('.keyVariable'));
  if (wrongKey !== undefined) return `--key-env: ${wrongKey.message}`;
  return read[0] ?? `--base-url: ${problems[0]?.message}`;
}

function modelOf(model: string | undefined, provider: ProviderDefinition | undefined): string {
  if (model === undefined) return rehearsal;
  return provider === undefined ? model : `${provider.id}/${model}`;
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
