import { hash } from 'node:crypto';
import { defined } from '../../../converser/ground/json/defined.ts';
import { looksSecret } from '../../../converser/ground/secrets/looks-secret.ts';
import { visibleLine, withoutGaps } from '../../../converser/ground/wording/visible-text.ts';
import type {
  HttpServer,
  InputDefinition,
  ServerDefinition,
  StdioServer,
} from '../definition/server-definition.ts';
import { steeringOf } from '../definition/steering-variables.ts';
import { type LaunchFiles, noFiles } from './launch-files.ts';

export interface LaunchFact {
  readonly key: string;
  /** It is as written, with secrets masked. */
  readonly shown: string;
  /** It is stored for later comparison, so it contains no secret. */
  readonly compared: string;
}

export function launchFacts(
  { transport, folder, inputs = [], sampling }: ServerDefinition,
  files: LaunchFiles = noFiles,
): readonly LaunchFact[] {
  return [
    ...(transport.kind === 'stdio' ? programFacts(transport, files) : addressFacts(transport)),
    ...(folder === undefined ? [] : [plain('folder', folder)]),
    ...inputs.map(input => plain(`inputs.${input.id}`, inputText(input))),
    ...(sampling ? [plain('sampling', 'It may use your model (sampling).')] : []),
  ];
}

function programFacts(
  { command, args, env, envFile, cwd }: StdioServer,
  files: LaunchFiles,
): readonly LaunchFact[] {
  return [
    plain('command', command),
    ...args.map((arg, index) => plain(`args[${index}]`, arg)),
    ...variables('env', env),
    ...(envFile === undefined ? [] : [plain('envFile', envFile)]),
    ...(cwd === undefined ? [] : [plain('cwd', cwd)]),
    ...fileFacts(files),
  ];
}

function addressFacts(server: HttpServer): readonly LaunchFact[] {
  return [
    plain('transport', server.kind),
    plain('url', server.url),
    ...variables('headers', lowerNames(server.headers)),
    ...variables('oauth', oauthFacts(server)),
  ];
}

/** Your approval covers the names of variables, and the values of those that steer programs. */
export function fileFacts({ variables: set, scripts }: LaunchFiles): readonly LaunchFact[] {
  const names = Object.keys(set).sort();
  const steering = Object.fromEntries(Object.entries(set).filter(([name]) => steeringOf(name) !== undefined));
  return [
    ...(names.length === 0 ? [] : [plain('envFile sets', names.join(', '))]),
    ...variables('envFile', steering),
    ...scripts.map(({ place, hash }) => ({
      key: shownLine(`script ${place}`),
      shown:
        hash === undefined
          ? 'unreadable or too large to check: each start asks'
          : `sha256 ${hash.slice(0, 12)}…`,
      compared: `sha256:${hash ?? ''}`,
    })),
  ];
}

function inputText({ description, password, proposal, options }: InputDefinition): string {
  const answers = options?.map(({ value, label }) => (label === undefined ? value : `${value} (${label})`));
  return [
    description,
    ...(proposal === undefined ? [] : [`default: ${proposal}`]),
    ...(answers === undefined ? [] : [`one of ${answers.join(', ')}`]),
    ...(password ? [] : ['input isn’t masked']),
  ].join('; ');
}

function plain(key: string, value: string): LaunchFact {
  return {
    key: shownLine(key),
    shown: shownLine(value),
    compared: looksSecret('', value) ? digestOf(value) : value,
  };
}

function digestOf(value: string): string {
  return `sha256:${hash('sha256', value).slice(0, 32)}`;
}

function variables(prefix: string, values: Readonly<Record<string, string>>): readonly LaunchFact[] {
  return Object.entries(values).map(([name, value]) => ({
    key: shownLine(`${prefix}.${name}`),
    shown: shownValue(name, value),
    compared: digestOf(value),
  }));
}

/** A value that steers programs is shown even if it looks like a secret, except for the password in an address. */
function shownValue(name: string, value: string): string {
  if (!looksSecret(name, value)) return shownLine(value);
  return steeringOf(name) === undefined
    ? '••••'
    : shownLine(value.replace(/(:\/\/[^/?#\s:@]*:)[^/?#\s@]+(?=@)/g, '$1••••'));
}

export function oauthFacts({
  oauthClientId: id,
  oauthClientSecret: secret,
  oauthScope: scope,
  oauthHosts: hosts,
}: HttpServer): Readonly<Record<string, string>> {
  return defined({ client_id: id, client_secret: secret, scope, hosts: hosts?.join(' ') });
}

export function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Hidden characters could make one command look like another. */
export function shownLine(text: string): string {
  return withoutGaps(visibleLine(text));
}
