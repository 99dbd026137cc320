import { isUnencrypted } from '../../../converser/ground/addresses.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { ServerDefinition, StdioServer } from '../definition/server-definition.ts';
import { bySteering } from '../definition/steering-variables.ts';
import { oauthFacts, shownLine } from './launch-facts.ts';
import { type LaunchFiles, noFiles } from './launch-files.ts';

export function launchLine({ transport }: ServerDefinition): string {
  if (transport.kind !== 'stdio') return shownLine(transport.url);
  return [transport.command, ...transport.args].map(quoted).join(' ');
}

/** The quotes show where each argument ends, even an empty one. */
function quoted(word: string): string {
  const shown = shownLine(word);
  return /^[\w@%+=:,./\\$&{}~^-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/** In characters. */
const easilyRead = 500;

export function launchWarnings(
  definition: ServerDefinition,
  files: LaunchFiles = noFiles,
): readonly string[] {
  const { transport } = definition;
  const { length } = launchLine(definition);
  return [
    ...(length > easilyRead ? [`${length} characters long. Read all of it.`] : []),
    ...(transport.kind === 'stdio' ? processWarnings(transport, files) : addressWarnings(transport.url)),
    ...givenText(definition),
  ];
}

function processWarnings({ env, command, args }: StdioServer, { variables }: LaunchFiles): readonly string[] {
  const groups = bySteering([...Object.keys(env), ...Object.keys(variables)]);
  const isShell = /(^|[/\\])(ba|z|k|da|fi)?sh(\.exe)?$|(^|[/\\])(cmd|powershell|pwsh)(\.exe)?$/i.test(
    command,
  );
  return [
    ...[...groups].map(([{ can }, names]) => `${names.map(shownLine).join(', ')} can ${can}.`),
    ...(isShell && args.length > 0 ? ['A shell: it runs whatever its arguments say.'] : []),
  ];
}

export function coverageText({ transport }: ServerDefinition, { scripts }: LaunchFiles = noFiles): string {
  if (transport.kind !== 'stdio') return '';
  const covered = scripts.filter(({ hash }) => hash !== undefined).map(({ place }) => shownLine(place));
  const places = covered.length > mostNamed ? [`${covered.length} files and folders`] : covered;
  const files = [
    ...places,
    ...(transport.envFile === undefined ? [] : ['the names and steering values in its envFile']),
  ];
  return files.length === 0
    ? 'Your approval covers this launch, not the code of the program.'
    : `Your approval covers this launch and ${files.join(', ')}: if one changes, you are asked again. It doesn’t cover data files, code outside the workspace, or more than 10,000 files of installed packages (only their locks).`;
}

const mostNamed = 5;

function addressWarnings(url: string): readonly string[] {
  return isUnencrypted(url) ? ['Unencrypted (http): others on the network can read everything.'] : [];
}

/** A folder could name any of your secrets and variables. */
function givenText({ transport }: ServerDefinition): readonly string[] {
  const texts =
    transport.kind === 'stdio'
      ? [transport.command, ...transport.args, ...Object.values(transport.env), transport.cwd ?? '']
      : [transport.url, ...Object.values(transport.headers), ...Object.values(oauthFacts(transport))];
  const named = texts.flatMap(placeholdersIn).flatMap(({ name, argument = '' }) => {
    if (name === 'secret') return [`your secret ${shownLine(JSON.stringify(argument))}`];
    if (name === 'env') return [`your environment variable ${shownLine(argument)}`];
    return name === 'input' ? [`your answer for ${shownLine(JSON.stringify(argument))}`] : [];
  });
  const receiver = transport.kind === 'stdio' ? 'The program' : shownLine(hostOf(transport.url));
  return named.length === 0 ? [] : [`${receiver} receives ${[...new Set(named)].join(', ')}.`];
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}
