import { hash } from 'node:crypto';
import { defined } from '../../../converser/json/defined.ts';
import { looksSecret } from '../../../converser/looks-secret.ts';
import { canLoadCode } from '../definition/loads-code.ts';
import type { HttpServer, InputDefinition, ServerDefinition } from '../definition/server-definition.ts';

/** One part of a launch. */
export interface LaunchFact {
  /** `command`, `args[0]`, `env.NAME`, `url`, …; without invisible characters. */
  readonly key: string;
  /** For people: as written, with secrets masked. */
  readonly shown: string;
  /** Compared with what was approved earlier. It is stored, so it contains no secret. */
  readonly compared: string;
}

/** Every part of what is launched, in reading order. */
export function launchFacts({
  transport,
  folder,
  inputs = [],
  sampling,
}: ServerDefinition): readonly LaunchFact[] {
  const transportFacts =
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
          ...variables('oauth', oauthFacts(transport)),
        ];
  return [
    ...transportFacts,
    ...(folder === undefined ? [] : [plain('folder', folder)]),
    ...inputs.map(input => plain(`inputs.${input.id}`, inputText(input))),
    ...(sampling ? [plain('sampling', 'It may use your model (sampling).')] : []),
  ];
}

/** The whole input: you may accept the default without reading it. */
function inputText({ description, password, proposal, options }: InputDefinition): string {
  const answers = options?.map(({ value, label }) => (label === undefined ? value : `${value} (${label})`));
  return [
    description,
    ...(proposal === undefined ? [] : [`default: ${proposal}`]),
    ...(answers === undefined ? [] : [`one of ${answers.join(', ')}`]),
    ...(password ? [] : ["input isn't masked"]),
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
  return `sha256:${hash('sha256', value).slice(0, 32)}`;
}

function variables(prefix: string, values: Readonly<Record<string, string>>): readonly LaunchFact[] {
  return Object.entries(values).map(([name, value]) => ({
    key: visible(`${prefix}.${name}`),
    // A value that could load other code is shown, even if it looks like a secret.
    shown: looksSecret(name, value) && !canLoadCode(name) ? '••••' : visible(value),
    compared: digestOf(value),
  }));
}

/** The OAuth client that was registered by hand, and the rights it asks for. */
export function oauthFacts({
  oauthClientId: id,
  oauthClientSecret: secret,
  oauthScope: scope,
}: HttpServer): Readonly<Record<string, string>> {
  return defined({ client_id: id, client_secret: secret, scope });
}

function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Text in which nothing hides: line breaks, characters without width and those that change the direction of writing
 * become their code points, and long runs of spaces, which could push the rest out of sight, are counted. Otherwise
 * one command could be made to look like another.
 */
export function visible(text: string): string {
  return text
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|(?! )\p{Zs}/gu,
      character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/ {3,}/g, run => ` ⟨${run.length} spaces⟩ `);
}
