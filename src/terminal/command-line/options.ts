import { parseArgs } from 'node:util';
import { reasonOf } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { Cap } from '../../converser/spending/caps.ts';
import { presets } from '../../providers/configured/presets.ts';
import { readProviders } from '../../providers/configured/read-providers.ts';
import {
  type ProviderDefinition,
  type ToolUse,
  toolUses,
} from '../../providers/facts/provider-definition.ts';
import { readInvokeCommand } from '../../providers/rehearsal/invoke-command.ts';
import { capOptions, readCap } from './cap-options.ts';
import { lockOptions, readLockAction } from './lock-options.ts';
import { readPort, serveOptions } from './serve-options.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'lock'; readonly options: LockOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'mcp'; readonly options: McpOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Which model to check. */
export interface CheckOptions {
  readonly server: ProviderDefinition;
  /** The model's id at that provider. */
  readonly id: string;
  readonly json: boolean;
}

/** Which MCP servers to compare with their locks. */
export interface LockOptions
  extends Pick<TerminalOptions, 'roots' | 'ensembles' | 'trust' | 'json' | 'lock'> {
  readonly action: 'verify' | 'accept';
}

/** What to serve to other programs, and where. */
export interface ServeOptions
  extends Pick<
    TerminalOptions,
    | 'server'
    | 'contractFile'
    | 'modelsFile'
    | 'roots'
    | 'ensembles'
    | 'allow'
    | 'trust'
    | 'lock'
    | 'rounds'
    | 'cap'
    | 'tools'
  > {
  /** `provider/id` of the model that answers to `default`. Absent: the first one. */
  readonly model?: string;
  /** `provider/id` of the models that are tried in order when one cannot answer. */
  readonly fallbacks: readonly string[];
  /** 0: any that is free. */
  readonly port: number;
  /** The file with the key, made if there is none. Absent: one in your state folder. */
  readonly keyFile?: string;
}

/** What to serve to the one program that starts this one. */
export type McpOptions = Omit<ServeOptions, 'port' | 'keyFile' | 'fallbacks'>;

export interface TerminalOptions {
  /** `-`: it is read from the standard input. */
  readonly question: string;
  /** `provider/id`. */
  readonly model: string;
  /** The model provider. Absent: Rehearsal. */
  readonly server?: ProviderDefinition;
  /** How the model gets tools. Absent: in the best way that it supports. */
  readonly tools?: ToolUse;
  /** The file with your own wording of the contract. */
  readonly contractFile?: string;
  /** The file with your own facts and prices of models. */
  readonly modelsFile?: string;
  /** Folders to work in. */
  readonly roots: readonly string[];
  /** Folders of your own descriptors. */
  readonly ensembles: readonly string[];
  /** Tools that run without a question: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** Loads the descriptors that came with the roots. */
  readonly trust: boolean;
  readonly json: boolean;
  /** The file in which all servers are pinned. Absent: the usual one. */
  readonly lock?: string;
  /** The most requests to the model. Absent: the usual limit. */
  readonly rounds?: number;
  /** What the turn may spend. Absent: unlimited. */
  readonly cap?: Cap;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parse(args);
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    if (positionals[0] === 'serve') return readServe(values, positionals.slice(1));
    const wrongHere = onlyForServe.find(name => values[name] !== undefined);
    if (wrongHere !== undefined)
      return wrong(`--${wrongHere} goes with serve: converse serve --${wrongHere} …`);
    if (positionals[0] === 'mcp') return readMcp(values, positionals.slice(1));
    const question = positionals.join(' ');
    if (values.check) return readCheck(values, question);
    const lockAction = readLockAction(values, question);
    if (typeof lockAction === 'object') return wrong(lockAction.wrong);
    return lockAction === 'none'
      ? readConverse(values, question)
      : { kind: 'lock', options: { action: lockAction, ...foldersOf(values) } };
  } catch (cause) {
    return wrong(reasonOf(cause).split('\n')[0] ?? '');
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: known, allowPositionals: true });
}

type Values = ReturnType<typeof parse>['values'];

function readConverse(values: Values, question: string): CommandLine {
  if (question.trim() === '') return wrong('The question is missing. Usage: converse [options] "question".');
  const rounds = readRounds(values.rounds);
  if (typeof rounds === 'object') return wrong(rounds.wrong);
  const cap = readCap(values);
  if (typeof cap === 'string') return wrong(cap);
  const tools = readTools(values.tools);
  if (typeof tools === 'object') return wrong(tools.wrong);
  const server = readProvider(values, tools);
  if (typeof server === 'string') return wrong(server);
  if (server !== undefined && values.model === undefined)
    return wrong(`--provider ${server.id} needs --model NAME.`);
  const model = modelOf(values.model, server);
  const allow = [...(values.allow ?? []), ...toolTyped(question, values.model)];
  const { 'contract-prompt': contractFile, 'models-file': modelsFile } = values;
  return {
    kind: 'converse',
    options: {
      ...foldersOf(values),
      ...defined({ question, model, server, tools, contractFile, modelsFile, allow, rounds, cap }),
    },
  };
}

/** The options that say where tools come from. */
function foldersOf(values: Values): Omit<LockOptions, 'action'> {
  return defined({
    roots: values.root ?? ['.'],
    ensembles: values.ensembles ?? [],
    trust: values.trust ?? false,
    json: values.json ?? false,
    lock: values.lock,
  });
}

/** If the question is only one `/invoke` call, you want that tool to run. Only Rehearsal takes it literally. */
function toolTyped(question: string, model: string | undefined): readonly string[] {
  if (model !== undefined && model !== rehearsal) return [];
  const command = readInvokeCommand(question, 0);
  return command?.end === question.length ? [command.call.name] : [];
}

function readServe(values: Values, more: readonly string[]): CommandLine {
  if (more.length > 0) return wrong(`serve takes no question. Remove ${JSON.stringify(more.join(' '))}.`);
  const wrongHere = neverForServe.find(name => values[name]);
  if (wrongHere !== undefined) return wrong(`--${wrongHere} doesn't go with serve. Remove one of them.`);
  const rounds = readRounds(values.rounds);
  if (typeof rounds === 'object') return wrong(rounds.wrong);
  const port = readPort(values.port);
  if (typeof port === 'object') return wrong(port.wrong);
  const cap = readCap(values);
  if (typeof cap === 'string') return wrong(cap);
  const tools = readTools(values.tools);
  if (typeof tools === 'object') return wrong(tools.wrong);
  const server = readProvider(values, tools);
  if (typeof server === 'string') return wrong(server);
  const { 'contract-prompt': contractFile, 'models-file': modelsFile, 'key-file': keyFile } = values;
  const model = values.model === undefined ? undefined : modelOf(values.model, server);
  const fallbacks = (values.fallback ?? []).map(name => modelOf(name, server));
  const allow = values.allow ?? [];
  return {
    kind: 'serve',
    options: {
      ...foldersOf(values),
      ...defined({ server, model, fallbacks, tools, contractFile, modelsFile }),
      ...defined({ keyFile, allow, port, rounds, cap }),
    },
  };
}

function readRounds(written: string | undefined): number | undefined | { readonly wrong: string } {
  const rounds = Number(written);
  if (written === undefined) return undefined;
  if (Number.isInteger(rounds) && rounds > 0) return rounds;
  return { wrong: `--rounds must be a whole number above 0, not ${JSON.stringify(written)}.` };
}

function readMcp(values: Values, more: readonly string[]): CommandLine {
  if (more.length > 0) return wrong(`mcp takes no question. Remove ${JSON.stringify(more.join(' '))}.`);
  const wrongHere = neverForServe.find(name => values[name]);
  if (wrongHere !== undefined) return wrong(`--${wrongHere} doesn't go with mcp. Remove one of them.`);
  const read = readServe(values, more);
  return read.kind === 'serve' ? { kind: 'mcp', options: read.options } : read;
}

function readTools(written: string | undefined): ToolUse | undefined | { readonly wrong: string } {
  const tools = toolUses.find(use => use === written);
  if (written === undefined || tools !== undefined) return tools;
  return { wrong: `--tools must be one of ${toolUses.join(', ')}, not ${JSON.stringify(written)}.` };
}

function readCheck(values: Values, question: string): CommandLine {
  if (question.trim() !== '') return wrong('--check takes no question. Remove the question or --check.');
  const server = readProvider(values, undefined);
  if (typeof server === 'string') return wrong(server);
  if (server === undefined || values.model === undefined)
    return wrong('--check needs --provider NAME and --model NAME.');
  return { kind: 'check', options: { server, id: values.model, json: values.json ?? false } };
}

const rehearsal = 'rehearsal/rehearsal';

/** OpenAI, or another provider that speaks the Responses API. */
const responses = 'openai-responses';
const providers = [...presets.map(({ id }) => id), responses];
const providerLines = providers.join(', ');

export const usage = `Usage: converse [options] "question"
       converse serve [options]
       converse mcp [options]

Asks a model a question, and lets it use tools. The question "-" is read from the standard input.
With serve, other programs use the models through the APIs of OpenAI and Anthropic, and the tools through MCP, until
you press Ctrl+C.
With mcp, the program that started this one uses the tools and the models through the Model Context Protocol,
over the standard input and output, until it closes them. You are asked nothing: name what may run with --allow.

  --model REF        the model, as provider/id (default: rehearsal/rehearsal, a rule-based demo)
  --provider NAME    the model provider; needs --model NAME, except with serve
                     and mcp. One of
                     ${providerLines}
  --base-url URL     the provider's address (default: the usual one); with openai, any OpenAI-compatible server
  --key-env VAR      the environment variable with the API key (default: the usual one, such as OPENAI_API_KEY)
  --tools HOW        how the model gets tools: native, contract (for models without tool calls) or none
                     (default: the best that the model supports)
  --contract-prompt FILE
                     your own wording of the contract; {{tools}} in it is replaced by the list of tools
  --models-file FILE a TOML file with your own facts about models and their prices
  --check            check what the model can do, show the result and remember it; takes no question
  --root DIR         a folder to work in (repeatable; default: the current folder)
  --ensembles DIR    a folder with descriptors of your own tools (repeatable)
  --allow NAME       run this tool without asking you: ensemble:name, name or ensemble:* (repeatable);
                     a question that is only /invoke NAME {…} allows that tool
  --trust            load the tools that came with the roots, in .converser/ensembles and .vscode/mcp.json
  --verify-lock      start every MCP server and compare its tools with converser.lock.toml; takes no question
  --accept-lock      start every MCP server and update converser.lock.toml; takes no question
  --lock FILE        the lock (default: converser.lock.toml in the root, or in the folder of --ensembles)
  --fallback REF     with serve: a model to try when the asked one can't answer (repeatable)
  --port N           with serve: the port (default: any that is free)
  --key-file FILE    with serve: the file with the key that programs must send; made if there is none
  --rounds N         the most requests to the model (default: 25)
  --max-tokens N, --max-requests N, --max-cost USD
                     the most to spend; a request that would exceed a limit is not sent (default: no limit)
  --json             write only JSON to the standard output: one event per line; with --check, the result;
                     with --verify-lock or --accept-lock, the servers
  -v, --version      show the version
  -h, --help         show this help

MCP servers: \${secret:my-key} and \${input:city} in a descriptor are read from the environment variables
CONVERSER_SECRET_MY_KEY and CONVERSER_INPUT_CITY. A sign-in lasts for one run. If your company publishes a
client metadata document, put its https address in CONVERSER_CLIENT_METADATA_URL.

Exit codes: 0 for a final answer (with --check: the model can call tools; with --verify-lock and --accept-lock:
the servers match the lock), 1 otherwise, 2 for a wrong option, 130 after Ctrl+C.
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
  ...serveOptions,
  check: { type: 'boolean' },
  rounds: { type: 'string' },
  ...capOptions,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const onlyForServe = ['port', 'key-file', 'fallback'] as const;
const neverForServe = ['check', 'json', 'verify-lock', 'accept-lock'] as const;

/** The model provider of the options, read like one in the settings; or what is wrong with the options. */
function readProvider(values: Values, tools: ToolUse | undefined): ProviderDefinition | string | undefined {
  const { provider: id, 'base-url': baseUrl, 'key-env': keyVariable } = values;
  if (id === undefined) {
    return baseUrl === undefined && keyVariable === undefined
      ? undefined
      : '--base-url and --key-env need --provider, such as --provider openai.';
  }
  if (!providers.includes(id))
    return `--provider must be one of ${providers.join(', ')}, not ${JSON.stringify(id)}.`;
  const { providers: read, problems } = readProviders({
    [id]: {
      ...(id === responses ? { kind: id, label: 'OpenAI', keyVariable: 'OPENAI_API_KEY' } : {}),
      ...defined({ baseUrl, keyVariable, models: tools && { '*': { tools } } }),
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
