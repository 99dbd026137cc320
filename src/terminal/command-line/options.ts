import { parseArgs } from 'node:util';
import { readAuxdata } from '../../converser/call/invocation/auxdata.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { readInvokeCommand } from '../../providers/rehearsal/invoke-command.ts';
import { exportForms } from '../../store/exchange/export-forms.ts';
import { aliases } from './aliases.ts';
import type { CommandLine, RunOptions, ServeOptions } from './command-line.ts';
import { helpOf } from './help-text.ts';
import { type Command, commands, misplacedOption } from './misplaced-option.ts';
import { readProvider } from './provider-options.ts';
import { type CommandLineSources, readRun, wordOf } from './run-options.ts';
import type { Wrong } from './written-settings.ts';

const noSources: CommandLineSources = { file: new Map(), readText: () => undefined };

export function readCommandLine(args: readonly string[], sources = noSources): CommandLine {
  try {
    const { values, positionals } = parse(args);
    const [first = '', ...rest] = positionals;
    const command = commands.find(each => each === first);
    const words = command === undefined ? positionals : rest;
    if (values.help) return { kind: 'help', text: helpOf(command) };
    if (values.version) return { kind: 'version' };
    const misplaced = misplacedOption(Object.keys(values), command);
    if (misplaced !== undefined) return wrong(misplaced);
    if (command === 'undo') return readUndo(values, words);
    if (command === 'export') return readExport(values, words);
    if (command === 'import') return readImport(values, words);
    if (command === 'tools' && words.length > 1) return wrong('tools takes one name. Remove the others.');
    if (command !== undefined && command !== 'tools' && command !== 'replay' && words.length > 0)
      return wrong(`${command} takes no question. Remove ${JSON.stringify(words.join(' '))}.`);
    const question = words.join(' ');
    if (values.check || values.contracts) return readCheck(values, question);
    const run = readRun(values, sources);
    if ('wrong' in run) return wrong(run.wrong);
    if (command === 'replay') return readReplay(values, words, run);
    return readCommand(values, { command, question, run, isTerminal: sources.isTerminal });
  } catch (cause) {
    return wrong(mistakeIn(cause));
  }
}

interface Asked {
  readonly command: Exclude<Command, 'undo' | 'export' | 'import' | 'replay'> | undefined;
  readonly question: string;
  readonly run: RunOptions;
  readonly isTerminal: boolean | undefined;
}

function readCommand(values: Values, asked: Asked): CommandLine {
  const { command, run } = asked;
  switch (command) {
    case 'instructions':
    case 'spending':
      return { kind: command, options: run };
    case 'tools':
      return { kind: command, options: { ...run, ...defined({ name: asked.question || undefined }) } };
    case 'permissions':
      return { kind: command, options: { ...run, revoke: values.revoke ?? [] } };
    case 'serve':
    case 'mcp':
    case 'doctor': {
      const options = readServe(values, run);
      return 'wrong' in options ? wrong(options.wrong) : { kind: command, options };
    }
    case undefined:
      return values['verify-lock'] || values['accept-lock']
        ? readLock(values, asked)
        : readConverse(values, asked);
  }
}

/** Gives Node's own reason without its advice about arguments that begin with a dash. */
function mistakeIn(cause: unknown): string {
  const [reason = ''] = reasonOf(cause).split(/\n|\. To specify/);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `${reason}. See converse --help.` : reason;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: { ...aliasOptions, ...known }, allowPositionals: true });
}

type Values = ReturnType<typeof parse>['values'];

function readConverse(values: Values, { question, run, isTerminal }: Omit<Asked, 'command'>): CommandLine {
  const asked = question.trim() && question;
  if (asked === '' && (!isTerminal || run.json))
    return wrong('The question is missing. Usage: converse [options] "question".');
  const { server, settings } = run;
  if (server !== undefined && values.model === undefined)
    return wrong(`--provider ${server.id} needs --model NAME.`);
  const given = values.auxdata === undefined ? {} : readAuxdata(values.auxdata);
  if ('wrong' in given) return wrong(`--auxdata ${given.wrong}.`);
  const { attach, mode, continue: goesOn, resume = goesOn ? '' : undefined } = values;
  if (question === '-' && attach?.includes('-'))
    return wrong('The standard input is either the question or attached, not both.');
  const model = nameOf(values.model, server) || settings.model || rehearsal;
  const allow = [...run.allow, ...(model === rehearsal ? toolTyped(question) : [])];
  return {
    kind: 'converse',
    options: { ...run, ...given, ...defined({ question: asked, model, allow, attach, mode, resume }) },
  };
}

/** If the question is only one `/invoke` call, you want that tool to run. Only Rehearsal takes it literally. */
function toolTyped(question: string): readonly string[] {
  const command = readInvokeCommand(question, 0);
  return command?.end === question.length ? [command.call.name] : [];
}

function readServe(values: Values, run: RunOptions): ServeOptions | Wrong {
  const { keys: keysFile, 'key-file': keyFile } = values;
  const given = Object.keys(values);
  if (keysFile !== undefined && keyFile !== undefined)
    return { wrong: '--key-file doesn’t go with --keys. Remove one of them.' };
  if (keysFile !== undefined && given.includes('max-daily-cost'))
    return {
      wrong: `--max-daily-cost doesn’t go with --keys. Write dollarsPerDay for each client in ${keysFile}.`,
    };
  const own = run.server === undefined ? run.settings.model : '';
  const model = nameOf(values.model, run.server) || own || undefined;
  return { ...run, ...defined({ model, keyFile, keysFile }) };
}

function readLock(values: Values, { question, run }: Pick<Asked, 'question' | 'run'>): CommandLine {
  const { 'verify-lock': verify, 'accept-lock': accept } = values;
  if (verify && accept) return wrong('--verify-lock and --accept-lock can’t be combined. Choose one.');
  if (question.trim() !== '')
    return wrong(`${verify ? '--verify-lock' : '--accept-lock'} takes no question.`);
  return { kind: 'lock', options: { ...run, action: verify ? 'verify' : 'accept' } };
}

function readCheck(values: Values, question: string): CommandLine {
  const { check, contracts = false, model: id, json = false } = values;
  if (!check) return wrong('--contracts goes with --check.');
  if (question.trim() !== '') return wrong('--check takes no question. Remove the question or --check.');
  const server = readProvider(values, undefined);
  if (typeof server === 'string') return wrong(server);
  if (server === undefined || id === undefined)
    return wrong('--check needs --provider NAME and --model NAME.');
  return { kind: 'check', options: { server, id, json, contracts } };
}

function readUndo(values: Values, named: readonly string[]): CommandLine {
  const [first = ''] = named;
  const id = /^\d{4}-\d\d-\d\dT[\w-]+$/.test(first) ? first : undefined;
  const paths = named.slice(id === undefined ? 0 : 1);
  if (values.list && named.length > 0) return wrong('undo takes --list, or an id and files, not both.');
  const { root: roots = ['.'], json = false, list: lists = false } = values;
  return { kind: 'undo', options: defined({ roots, json, id, paths, lists }) };
}

function readExport({ as, root: roots = ['.'] }: Values, named: readonly string[]): CommandLine {
  const [id = '', ...others] = named;
  if (others.length > 0) return wrong(`export takes one id. Remove ${JSON.stringify(others.join(' '))}.`);
  const form = wordOf(as, { option: 'as', words: exportForms }) ?? 'markdown';
  if (typeof form === 'object') return wrong(form.wrong);
  return { kind: 'export', options: { id, form, roots } };
}

function readImport({ root: roots = ['.'] }: Values, named: readonly string[]): CommandLine {
  const [file, ...others] = named;
  if (file === undefined || others.length > 0) return wrong('import takes one file: converse import FILE');
  return { kind: 'import', options: { file, roots } };
}

function readReplay({ against }: Values, named: readonly string[], run: RunOptions): CommandLine {
  const [file, ...others] = named;
  if (file === undefined || others.length > 0 || against === undefined)
    return wrong('replay takes a file and a model: converse replay FILE --against MODEL');
  return { kind: 'replay', options: { ...run, file, against: nameOf(against, run.server) } };
}

const rehearsal = 'rehearsal/rehearsal';

const aliasOptions = Object.fromEntries(
  Object.entries(aliases).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
);

const known = {
  model: { type: 'string', short: 'm' },
  provider: { type: 'string' },
  'base-url': { type: 'string' },
  'key-env': { type: 'string' },
  tools: { type: 'string' },
  effort: { type: 'string' },
  mode: { type: 'string' },
  continue: { type: 'boolean' },
  resume: { type: 'string' },
  set: { type: 'string', multiple: true },
  instructions: { type: 'string' },
  'no-instructions': { type: 'boolean' },
  'log-requests': { type: 'string' },
  fallback: { type: 'string', multiple: true },
  root: { type: 'string', multiple: true },
  ensembles: { type: 'string', multiple: true },
  trust: { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  attach: { type: 'string', multiple: true, short: 'a' },
  auxdata: { type: 'string' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  contracts: { type: 'boolean' },
  'verify-lock': { type: 'boolean' },
  'accept-lock': { type: 'boolean' },
  lock: { type: 'string' },
  'key-file': { type: 'string' },
  keys: { type: 'string' },
  list: { type: 'boolean' },
  as: { type: 'string' },
  against: { type: 'string' },
  revoke: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function nameOf(model = '', provider: ProviderDefinition | undefined): string {
  return model === '' || provider === undefined ? model : `${provider.id}/${model}`;
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', message };
}
