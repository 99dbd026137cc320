import { parseArgs } from 'node:util';
import { reasonOf } from '../../converser/errors.ts';
import { readAuxdata } from '../../converser/invocation/auxdata.ts';
import { defined } from '../../converser/json/defined.ts';
import { isSource } from '../../converser/labels/label.ts';
import { sandboxModes } from '../../ensembles/shell/sandbox/sandbox-mode.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { readInvokeCommand } from '../../providers/rehearsal/invoke-command.ts';
import { capOptions, readCaps } from './cap-options.ts';
import { checkOptions, readCheck } from './check-options.ts';
import type { CommandLine, LockOptions, TerminalOptions } from './command-line.ts';
import { readInstructions } from './instructions-options.ts';
import { lockOptions, readLockAction } from './lock-options.ts';
import { readOptions } from './model-options.ts';
import { readNamedModels } from './named-models.ts';
import { readPermissions } from './permissions-options.ts';
import { providerOptions, readProvider } from './provider-options.ts';
import { keysConflict, readDailyCost, readPort, readReach, serveOptions } from './serve-options.ts';
import { readMode, readQuestionTime, readRounds, readShare, readTools } from './turn-values.ts';

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parse(args);
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const [kind] = positionals;
    if (kind === 'undo') return readUndo(values, positionals.slice(1));
    if (kind === 'instructions') return readListed(values, positionals.slice(1));
    if (kind === 'permissions') return readDecided(values, positionals.slice(1));
    if (values.revoke) return wrong('--revoke goes with permissions: converse permissions --revoke RULE');
    if (values.list) return wrong('--list goes with undo: converse undo --list');
    if (kind === 'serve' || kind === 'doctor') return readServe(values, positionals.slice(1), kind);
    const wrongHere = onlyForServe.find(name => values[name] !== undefined);
    if (wrongHere !== undefined)
      return wrong(`--${wrongHere} goes with serve: converse serve --${wrongHere} …`);
    if (kind === 'mcp' && values.fallback !== undefined)
      return wrong("--fallback doesn't go with mcp. Remove one of them.");
    if (kind === 'mcp') return readServe(values, positionals.slice(1), kind);
    const question = positionals.join(' ');
    const check = readCheck(values, question);
    if (check !== undefined) return check;
    const lockAction = readLockAction(values, question);
    if (typeof lockAction === 'object') return wrong(lockAction.wrong);
    return lockAction === 'none'
      ? readConverse(values, question)
      : { kind: 'lock', options: { action: lockAction, ...foldersOf(values) } };
  } catch (cause) {
    return wrong(mistakeIn(cause));
  }
}

/** Node's own reason, without its advice about arguments that begin with a dash. */
function mistakeIn(cause: unknown): string {
  const [reason = ''] = reasonOf(cause).split(/\n|\. To specify/);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `${reason}. See converse --help.` : reason;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: known, allowPositionals: true });
}

type Values = ReturnType<typeof parse>['values'];

function readConverse(values: Values, question: string): CommandLine {
  if (question.trim() === '') return wrong('The question is missing. Usage: converse [options] "question".');
  const turns = readTurns(values);
  if ('wrong' in turns) return wrong(turns.wrong);
  const { server } = turns;
  if (server !== undefined && values.model === undefined)
    return wrong(`--provider ${server.id} needs --model NAME.`);
  const given = values.auxdata === undefined ? {} : readAuxdata(values.auxdata);
  if ('wrong' in given) return wrong(`--auxdata ${given.wrong}.`);
  const { attach, mode } = values;
  if (question === '-' && attach?.includes('-'))
    return wrong('The standard input is either the question or attached, not both.');
  const model = modelOf(values.model, server);
  const allow = [...(values.allow ?? []), ...toolTyped(question, values.model)];
  const named = readNamedModels(values, turns);
  if ('wrong' in named) return wrong(named.wrong);
  const own = defined({ question, model, allow, attach, mode });
  return { kind: 'converse', options: { ...foldersOf(values), ...turns, ...given, ...named, ...own } };
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

function readServe(values: Values, more: readonly string[], kind: 'serve' | 'mcp' | 'doctor'): CommandLine {
  if (more.length > 0) return wrong(`${kind} takes no question. Remove ${JSON.stringify(more.join(' '))}.`);
  const wrongHere = neverForServe.find(name => values[name] && !(kind === 'doctor' && name === 'json'));
  if (wrongHere !== undefined) return wrong(`--${wrongHere} doesn't go with ${kind}. Remove one of them.`);
  const port = readPort(values.port);
  if (typeof port === 'object') return wrong(port.wrong);
  const dailyCost = readDailyCost(values['max-daily-cost']);
  if (typeof dailyCost === 'object') return wrong(dailyCost.wrong);
  const conflict = keysConflict(values);
  if (conflict !== undefined) return wrong(conflict);
  const reach = readReach(values);
  if ('wrong' in reach) return wrong(reach.wrong);
  const turns = readTurns(values);
  if ('wrong' in turns) return wrong(turns.wrong);
  const model = values.model === undefined ? undefined : modelOf(values.model, turns.server);
  const named = readNamedModels(values, turns);
  if ('wrong' in named) return wrong(named.wrong);
  const { 'key-file': keyFile, keys: keysFile, allow = [], 'log-content': logsContent = false } = values;
  const own = defined({ model, keyFile, keysFile, allow, port, reach, dailyCost, logsContent });
  return { kind, options: { ...foldersOf(values), ...turns, ...named, ...own } };
}

function readUndo(values: Values, named: readonly string[]): CommandLine {
  const [first = ''] = named;
  const id = /^\d{4}-\d\d-\d\dT[\w-]+$/.test(first) ? first : undefined;
  const paths = named.slice(id === undefined ? 0 : 1);
  const others = Object.keys(values).filter(name => !undoOptions.has(name));
  if (others.length > 0) return wrong(`--${others[0]} doesn't go with undo. Remove one of them.`);
  if (values.list && named.length > 0) return wrong('undo takes --list, or an id and files, not both.');
  const { roots, json } = foldersOf(values);
  return { kind: 'undo', options: defined({ roots, json, id, paths, lists: values.list ?? false }) };
}

function readDecided(values: Values, more: readonly string[]): CommandLine {
  const read = readPermissions(values, more);
  return 'wrong' in read ? wrong(read.wrong) : { kind: 'permissions', options: read };
}

function readListed(values: Values, more: readonly string[]): CommandLine {
  const read = readInstructions(values, more);
  return 'wrong' in read ? wrong(read.wrong) : { kind: 'instructions', options: read };
}

const undoOptions: ReadonlySet<string> = new Set(['root', 'json', 'list']);

type Turns = Pick<
  TerminalOptions,
  | 'server'
  | 'tools'
  | 'contractFile'
  | 'instructionsFile'
  | 'ignoresInstructions'
  | 'modelsFile'
  | 'rounds'
  | 'compactAt'
  | 'toolsOnDemandAt'
  | 'caps'
  | 'permissionMode'
  | 'questionTime'
  | 'localHosts'
  | 'wanted'
  | 'sandbox'
  | 'writableFolders'
  | 'protect'
  | 'trustedSources'
  | 'enabled'
>;

/** The options that say which models answer, and what a turn may take. */
function readTurns(values: Values): Turns | { readonly wrong: string } {
  const rounds = readRounds(values.rounds);
  if (typeof rounds === 'object') return rounds;
  const compactAt = readShare(values['compact-at'], 'compact-at');
  if (typeof compactAt === 'object') return compactAt;
  const toolsOnDemandAt = readShare(values['tools-on-demand-at'], 'tools-on-demand-at');
  if (typeof toolsOnDemandAt === 'object') return toolsOnDemandAt;
  const caps = readCaps(values);
  if (typeof caps === 'string') return { wrong: caps };
  const tools = readTools(values.tools);
  if (typeof tools === 'object') return tools;
  const server = readProvider(values, tools);
  if (typeof server === 'string') return { wrong: server };
  const permissionMode = readMode(values['permission-mode']);
  if (typeof permissionMode === 'object') return permissionMode;
  const questionTime = readQuestionTime(values['question-time']);
  if (typeof questionTime === 'object') return questionTime;
  const {
    'contract-prompt': contractFile,
    instructions: instructionsFile,
    'no-instructions': ignoresInstructions,
    'models-file': modelsFile,
    'local-host': localHosts,
    protect,
  } = values;
  const options = readOptions(values.effort, values.option);
  if ('mistake' in options) return { wrong: options.mistake };
  const { options: wanted } = options;
  const { sandbox: written, writable: writableFolders } = values;
  const sandbox = sandboxModes.find(mode => mode === written);
  if (written !== undefined && sandbox === undefined)
    return { wrong: `--sandbox must be ${sandboxModes.join(', ')}, not ${JSON.stringify(written)}.` };
  const { 'trust-source': trustedSources, enable: enabled } = values;
  const wrongSource = trustedSources?.find(source => !isSource(source));
  if (wrongSource !== undefined)
    return {
      wrong: `--trust-source must be server:NAME, web:HOST or tool:NAME, not ${JSON.stringify(wrongSource)}.`,
    };
  return defined({
    localHosts,
    wanted,
    sandbox,
    writableFolders,
    protect,
    trustedSources,
    enabled,
    server,
    tools,
    contractFile,
    instructionsFile,
    ignoresInstructions,
    modelsFile,
    rounds,
    compactAt,
    toolsOnDemandAt,
    caps,
    permissionMode,
    questionTime,
  });
}

const rehearsal = 'rehearsal/rehearsal';

const known = {
  model: { type: 'string', short: 'm' },
  ...providerOptions,
  tools: { type: 'string' },
  'contract-prompt': { type: 'string' },
  instructions: { type: 'string' },
  'no-instructions': { type: 'boolean' },
  'models-file': { type: 'string' },
  root: { type: 'string', multiple: true },
  ensembles: { type: 'string', multiple: true },
  enable: { type: 'string', multiple: true },
  mode: { type: 'string' },
  allow: { type: 'string', multiple: true },
  'permission-mode': { type: 'string' },
  'question-time': { type: 'string' },
  'local-host': { type: 'string', multiple: true },
  protect: { type: 'string', multiple: true },
  'trust-source': { type: 'string', multiple: true },
  effort: { type: 'string' },
  option: { type: 'string', multiple: true },
  sandbox: { type: 'string' },
  writable: { type: 'string', multiple: true },
  auxdata: { type: 'string' },
  attach: { type: 'string', multiple: true, short: 'a' },
  trust: { type: 'boolean' },
  json: { type: 'boolean' },
  ...lockOptions,
  ...serveOptions,
  list: { type: 'boolean' },
  revoke: { type: 'string', multiple: true },
  ...checkOptions,
  rounds: { type: 'string' },
  'compact-at': { type: 'string' },
  'tools-on-demand-at': { type: 'string' },
  ...capOptions,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const onlyForServe = [
  'port',
  'key-file',
  'keys',
  'host',
  'host-name',
  'origin',
  'max-daily-cost',
  'log-content',
] as const;
const neverForServe = [
  'mode',
  'auxdata',
  'attach',
  'check',
  'contracts',
  'json',
  'verify-lock',
  'accept-lock',
] as const;

function modelOf(model: string | undefined, provider: ProviderDefinition | undefined): string {
  if (model === undefined) return rehearsal;
  return provider === undefined ? model : `${provider.id}/${model}`;
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
