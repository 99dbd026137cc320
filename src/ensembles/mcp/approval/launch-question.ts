import { createHash } from 'node:crypto';
import { isUnencrypted } from '../../../converser/addresses.ts';
import { defined } from '../../../converser/json/defined.ts';
import { canLoadCode } from '../definition/loads-code.ts';
import { looksSecret } from '../definition/looks-secret.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { HttpServer, InputDefinition, ServerDefinition } from '../definition/server-definition.ts';

/** What a person is asked before a server that came with a folder is started for the first time, or changed. */
export interface LaunchQuestion {
  readonly definition: ServerDefinition;
  /** The whole command line, or the address. */
  readonly launch: string;
  readonly facts: readonly ToldFact[];
  /** What was approved earlier and is no longer there. */
  readonly gone: readonly string[];
  /** Whether an earlier launch of it was approved. */
  readonly isChanged: boolean;
  /** Sentences about what deserves a second look. */
  readonly warnings: readonly string[];
}

/** One part of what is launched. */
export interface LaunchFact {
  /** `command`, `args[0]`, `env.NAME`, `url`, …; nothing hides in it. */
  readonly key: string;
  /** What people read: as it was written, but for what looks like a secret. */
  readonly shown: string;
  /** What is held against what was approved earlier. It is kept, and so it is no secret. */
  readonly compared: string;
}

export interface ToldFact extends LaunchFact {
  readonly change?: 'new' | 'changed';
  /** What it was before, where that is known. */
  readonly was?: string;
}

/** Every part of what is launched, in the order in which people read it. */
export function launchFacts({
  transport,
  folder,
  inputs = [],
  sampling,
}: ServerDefinition): readonly LaunchFact[] {
  const parts =
    transport.kind === 'stdio'
      ? [
          plain('command', transport.command),
          ...transport.args.map((arg, index) => plain(`args[${index}]`, arg)),
          ...variables('env', transport.env),
          ...(transport.envFile === undefined ? [] : [plain('envFile', transport.envFile)]),
          ...(transport.cwd === undefined ? [] : [plain('cwd', transport.cwd)]),
        ]
      : [
          plain('transport', transport.kind),
          plain('url', transport.url),
          ...variables('headers', lowerNames(transport.headers)),
          ...variables('oauth', oauthOf(transport)),
        ];
  return [
    ...parts,
    ...(folder === undefined ? [] : [plain('folder', folder)]),
    ...inputs.map(input => plain(`inputs.${input.id}`, sayInput(input))),
    ...(sampling ? [plain('sampling', 'It may ask your model.')] : []),
  ];
}

/** All of it: what is proposed may be taken without a look. */
function sayInput({ description, password, proposal, options }: InputDefinition): string {
  const answers = options?.map(({ value, label }) => (label === undefined ? value : `${value} (${label})`));
  return [
    description,
    ...(proposal === undefined ? [] : [`it proposes ${proposal}`]),
    ...(answers === undefined ? [] : [`one of ${answers.join(', ')}`]),
    ...(password ? [] : ['what is typed is seen']),
  ].join('; ');
}

function plain(key: string, value: string): LaunchFact {
  return {
    key: visible(key),
    shown: visible(value),
    compared: looksSecret('', value) ? digestOf(value) : value,
  };
}

function digestOf(value: string): string {
  return `sha256:${createHash('sha256').update(value).digest('hex').slice(0, 32)}`;
}

function variables(prefix: string, values: Readonly<Record<string, string>>): readonly LaunchFact[] {
  return Object.entries(values).map(([name, value]) => ({
    key: visible(`${prefix}.${name}`),
    // What could make other code run is shown, whatever it was made to look like.
    shown: looksSecret(name, value) && !canLoadCode(name) ? '••••' : visible(value),
    compared: digestOf(value),
  }));
}

/** As whom the server is asked and for which rights, for people who have registered a client with it. */
function oauthOf({
  oauthClientId: id,
  oauthClientSecret: secret,
  oauthScope: scope,
}: HttpServer): Readonly<Record<string, string>> {
  return defined({ client_id: id, client_secret: secret, scope });
}

function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export function launchQuestion(
  definition: ServerDefinition,
  earlier: Readonly<Record<string, string>> | undefined,
): LaunchQuestion {
  const facts = launchFacts(definition);
  const keys = new Set(facts.map(({ key }) => key));
  return {
    definition,
    launch: launchLine(definition),
    facts: facts.map(fact =>
      earlier === undefined ? fact : { ...fact, ...changeOf(fact, earlier[fact.key]) },
    ),
    gone: Object.keys(earlier ?? {}).filter(key => !keys.has(key)),
    isChanged: earlier !== undefined,
    warnings: warningsOf(definition),
  };
}

function changeOf({ compared }: LaunchFact, was: string | undefined): Pick<ToldFact, 'change' | 'was'> {
  if (was === undefined) return { change: 'new' };
  if (was === compared) return {};
  return { change: 'changed', ...(was.startsWith('sha256:') ? {} : { was: visible(was) }) };
}

function launchLine({ transport }: ServerDefinition): string {
  if (transport.kind !== 'stdio') return visible(transport.url);
  return [transport.command, ...transport.args].map(quoted).join(' ');
}

/** So that it can be seen where one argument ends, and an empty one is seen at all. */
function quoted(word: string): string {
  const shown = visible(word);
  return /^[\w@%+=:,./\\$&{}~^-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/**
 * Text in which nothing hides: line breaks, characters without width and those that turn the direction of writing are
 * shown by their numbers, and many spaces are counted, which could push the rest out of sight. Otherwise a command
 * could be made to look like another one.
 */
function visible(text: string): string {
  return text
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|(?! )\p{Zs}/gu,
      character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/ {3,}/g, run => ` ⟨${run.length} spaces⟩ `);
}

/** Characters of a command line or an address that a person has at one glance. */
const easilyRead = 500;

function warningsOf(definition: ServerDefinition): readonly string[] {
  const { transport } = definition;
  const { length } = launchLine(definition);
  return [
    ...(length > easilyRead ? [`It is ${length} characters long. Read all of it.`] : []),
    ...(transport.kind === 'stdio' ? warningsOfProcess(transport) : warningsOfAddress(transport.url)),
    ...given(definition),
  ];
}

function warningsOfProcess({ env, command, args, envFile }: StdioParts): readonly string[] {
  const loading = Object.entries(env).filter(([name]) => canLoadCode(name));
  const isShell = /(^|[/\\])(ba|z|k|da|fi)?sh(\.exe)?$|(^|[/\\])(cmd|powershell|pwsh)(\.exe)?$/i.test(
    command,
  );
  return [
    ...loading.map(
      ([name, value]) => `${name} can make it run other code than its own. It is set to: ${visible(value)}`,
    ),
    ...(isShell && args.length > 0 ? ['It is a shell, which runs whatever its arguments say.'] : []),
    ...(envFile === undefined
      ? []
      : ['What is in its envFile is not part of what you approve, and may change unseen.']),
  ];
}

interface StdioParts {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly envFile?: string;
}

function warningsOfAddress(url: string): readonly string[] {
  return isUnencrypted(url) ? ['It is asked without encryption: others on the way can read everything.'] : [];
}

/** What of the person's it is given, and to whom that goes. A folder could name any secret that it likes. */
function given({ transport }: ServerDefinition): readonly string[] {
  const texts =
    transport.kind === 'stdio'
      ? [transport.command, ...transport.args, ...Object.values(transport.env), transport.cwd ?? '']
      : [transport.url, ...Object.values(transport.headers), ...Object.values(oauthOf(transport))];
  const named = texts.flatMap(placeholdersIn).flatMap(({ name, argument = '' }) => {
    if (name === 'secret') return [`your secret ${JSON.stringify(argument)}`];
    if (name === 'env') return [`your environment variable ${argument}`];
    return name === 'input' ? [`what you answer for ${JSON.stringify(argument)}`] : [];
  });
  const whom = transport.kind === 'stdio' ? 'The program' : visible(hostOf(transport.url));
  return named.length === 0 ? [] : [`${whom} is given ${[...new Set(named)].join(', ')}.`];
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}

/** The whole question as text, for a dialog or a terminal. */
export function sayLaunch({ definition, launch, facts, gone, isChanged, warnings }: LaunchQuestion): string {
  const isProcess = definition.transport.kind === 'stdio';
  const told = facts.filter(({ key, change }) => change !== undefined || !isPartOfLine(key));
  return [
    `${definition.source.place} ${isProcess ? 'wants to run' : 'wants to connect to'}:`,
    '',
    launch,
    ...(told.length === 0 ? [] : ['', ...told.map(sayFact)]),
    ...gone.map(key => `− ${key} is gone`),
    ...(warnings.length === 0 ? [] : ['', ...warnings.map(warning => `⚠ ${warning}`)]),
    ...(isChanged ? ['', 'You approved it as it was before. It has changed since.'] : []),
  ].join('\n');
}

function sayFact({ key, shown, change, was }: ToldFact): string {
  const mark = change === undefined ? '' : change === 'new' ? '+ ' : '≠ ';
  return `${mark}${key} = ${shown}${was === undefined ? '' : `   (was ${was})`}`;
}

function isPartOfLine(key: string): boolean {
  return key === 'command' || key === 'url' || key.startsWith('args[');
}
