import { isUnencrypted } from '../../../converser/addresses.ts';
import { canLoadCode } from '../definition/loads-code.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { ServerDefinition, StdioServer } from '../definition/server-definition.ts';
import { oauthFacts, visible } from './launch-facts.ts';

export function launchLine({ transport }: ServerDefinition): string {
  if (transport.kind !== 'stdio') return visible(transport.url);
  return [transport.command, ...transport.args].map(quoted).join(' ');
}

/** Quoted so that you see where each argument ends, even an empty one. */
function quoted(word: string): string {
  const shown = visible(word);
  return /^[\w@%+=:,./\\$&{}~^-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/** Characters of a command line or an address that you can take in at a glance. */
const easilyRead = 500;

export function launchWarnings(definition: ServerDefinition): readonly string[] {
  const { transport } = definition;
  const { length } = launchLine(definition);
  return [
    ...(length > easilyRead ? [`${length} characters long. Read all of it.`] : []),
    ...(transport.kind === 'stdio' ? processWarnings(transport) : addressWarnings(transport.url)),
    ...givenText(definition),
  ];
}

function processWarnings({
  env,
  command,
  args,
  envFile,
}: Pick<StdioServer, 'command' | 'args' | 'env' | 'envFile'>): readonly string[] {
  const loading = Object.entries(env).filter(([name]) => canLoadCode(name));
  const isShell = /(^|[/\\])(ba|z|k|da|fi)?sh(\.exe)?$|(^|[/\\])(cmd|powershell|pwsh)(\.exe)?$/i.test(
    command,
  );
  return [
    ...loading.map(([name, value]) => `${name} can make it run other code. Value: ${visible(value)}`),
    ...(isShell && args.length > 0 ? ['A shell: it runs whatever its arguments say.'] : []),
    ...(envFile === undefined
      ? []
      : ['Your approval does not cover the contents of its envFile, which may change.']),
  ];
}

function addressWarnings(url: string): readonly string[] {
  return isUnencrypted(url) ? ['Unencrypted (http): others on the network can read everything.'] : [];
}

/** Which of your secrets and variables it receives. A folder could name any of them. */
function givenText({ transport }: ServerDefinition): readonly string[] {
  const texts =
    transport.kind === 'stdio'
      ? [transport.command, ...transport.args, ...Object.values(transport.env), transport.cwd ?? '']
      : [transport.url, ...Object.values(transport.headers), ...Object.values(oauthFacts(transport))];
  const named = texts.flatMap(placeholdersIn).flatMap(({ name, argument = '' }) => {
    if (name === 'secret') return [`your secret ${JSON.stringify(argument)}`];
    if (name === 'env') return [`your environment variable ${argument}`];
    return name === 'input' ? [`your answer for ${JSON.stringify(argument)}`] : [];
  });
  const receiver = transport.kind === 'stdio' ? 'The program' : visible(hostOf(transport.url));
  return named.length === 0 ? [] : [`${receiver} receives ${[...new Set(named)].join(', ')}.`];
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}
