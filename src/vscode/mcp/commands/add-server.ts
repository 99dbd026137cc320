import * as vscode from 'vscode';
import { commandWords, stdioCommand } from '../../../converser/ground/wording/command-words.ts';
import type { ServerTransport } from '../../../ensembles/mcp/definition/server-definition.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { hideSecrets, secretKey } from '../../../ensembles/mcp/import/hide-secrets.ts';
import { serverTable } from '../../../ensembles/mcp/import/server-table.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import type { ServerValues } from '../questions/server-values.ts';
import type { RestartServer, RestartServerPorts, Supply } from './restart-server.ts';

export interface AddServerPorts {
  readonly ask: AskUser;
  /** Creates and sets a folder if there is none. */
  readonly ownFolder: () => Promise<vscode.Uri>;
  readonly values: Pick<ServerValues, 'keepSecret'>;
  readonly giveSecret: RestartServerPorts['giveSecret'];
  /** Resolves once there is a server of this name whose description contains a text. */
  readonly described: (name: string, text: string) => Promise<McpEnsemble | undefined>;
  readonly restart: RestartServer;
}

export async function addServer(ports: AddServerPorts): Promise<void> {
  const { ask, ownFolder, values, described, restart } = ports;
  const kind = await ask.pick<'stdio' | 'http'>({
    title: 'Add MCP Server',
    placeholder: 'Select how to connect',
    choices: [
      { label: 'Program on This Machine', description: 'stdio, for example with npx or uvx', value: 'stdio' },
      { label: 'Address', description: 'HTTP, with sign-in if the server requires it', value: 'http' },
    ],
  });
  if (kind === undefined) return;
  const server = kind === 'stdio' ? await askForProgram(ask) : await askForAddress(ask);
  if (server === undefined) return;
  const folder = await ownFolder();
  const name = await askForName(ask, { proposed: server.proposed, folder });
  if (name === undefined) return;
  const { definition, secrets } = hideSecrets({ name, transport: server.transport });
  for (const [key, value] of secrets) await values.keepSecret(key, value);
  const file = vscode.Uri.joinPath(folder, `${name}.toml`);
  await writeDescriptor(file, definition);
  const added = await described(name, '');
  if (added !== undefined) await restart(added, supplying(file, { definition, ...ports }));
}

interface Added {
  readonly name: string;
  readonly transport: ServerTransport;
}

/** Asks for what the server turns out to need, and adds it to its descriptor as a secret. */
function supplying(
  file: vscode.Uri,
  { definition, giveSecret, described }: AddServerPorts & { readonly definition: Added },
): Supply {
  let { transport } = definition;
  const { name } = definition;
  return async ({ title }, lack) => {
    const key = secretKey(name, lack);
    const placeholder = `\${secret:${key}}`;
    // It was given already, so it is wrong, or isn't what is missing.
    if (JSON.stringify(transport).includes(placeholder)) return undefined;
    const wanted = transport.kind === 'stdio' ? lack : 'an API key or token';
    if (!(await giveSecret(key, `${title} needs ${wanted}`))) return undefined;
    transport =
      transport.kind === 'stdio'
        ? { ...transport, env: { ...transport.env, [lack]: placeholder } }
        : { ...transport, headers: { ...transport.headers, [lack]: `Bearer ${placeholder}` } };
    await writeDescriptor(file, { name, transport });
    return described(name, key);
  };
}

interface Described {
  readonly transport: ServerTransport;
  readonly proposed: string;
}

async function askForProgram(ask: AskUser): Promise<Described | undefined> {
  const words = await ask.enter<readonly string[]>({
    title: 'Add MCP Server',
    prompt: 'Command line that starts the server. Keys in it are kept as secrets.',
    placeholder: 'npx -y @modelcontextprotocol/server-memory',
    async take(line) {
      return wordsIn(line);
    },
  });
  return words === undefined || words === 'back' ? undefined : program(words);
}

function wordsIn(line: string): { readonly value: readonly string[] } | { readonly problem: string } {
  const read = commandWords(line);
  if (read === undefined) return { problem: 'Close the quotation mark.' };
  return read.every(word => assignment.test(word)) ? { problem: 'Enter a command.' } : { value: read };
}

/** Shells and many instructions put variables before the command. */
function program(words: readonly string[]): Described {
  const start = words.findIndex(word => !assignment.test(word));
  const [command = '', ...args] = words.slice(start);
  const env = words.slice(0, start).flatMap(word => {
    const [, name = '', value = ''] = assignment.exec(word) ?? [];
    return value === '' ? [] : [[name, value] as const];
  });
  const transport = { kind: 'stdio', command, args, env: Object.fromEntries(env) } as const;
  return { transport, proposed: nameFrom(...args, command) };
}

const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

async function askForAddress(ask: AskUser): Promise<Described | undefined> {
  const found = await ask.enter<URL | readonly string[]>({
    title: 'Add MCP Server',
    prompt: 'Address of the server',
    placeholder: 'https://example.org/mcp',
    async take(text) {
      const command = stdioCommand(text);
      if (command !== undefined) return wordsIn(command);
      const read = URL.canParse(text) ? new URL(text) : undefined;
      return read !== undefined && /^https?:$/.test(read.protocol)
        ? { value: read }
        : {
            problem: 'Enter an address that starts with https:// or http://, or stdio:// and a command line.',
          };
    },
  });
  if (found === undefined || found === 'back') return undefined;
  if (!(found instanceof URL)) return program(found);
  const transport = { kind: 'http', url: found.href, headers: {} } as const;
  return { transport, proposed: nameFrom(found.hostname) };
}

async function askForName(
  ask: AskUser,
  { proposed, folder }: { readonly proposed: string; readonly folder: vscode.Uri },
): Promise<string | undefined> {
  const name = await ask.enter<string>({
    title: 'Add MCP Server',
    prompt: 'Name (prefixes the names of its tools)',
    value: proposed,
    async take(text) {
      if (!/^[a-z0-9][a-z0-9_-]*$/.test(text))
        return { problem: 'Use lowercase letters, digits, “-” and “_”.' };
      const taken = await exists(vscode.Uri.joinPath(folder, `${text}.toml`));
      return taken ? { problem: `${text}.toml already exists. Enter another name.` } : { value: text };
    },
  });
  return name === 'back' ? undefined : name;
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

/** `npx -y @scope/server-memory@1.2 stdio` makes `memory`, `node weather/dist/index.js` makes `weather`. */
export function nameFrom(...words: readonly string[]): string {
  const parts = words.filter(word => !/^-|=|^[A-Z0-9_]+$/.test(word)).map(partsOf);
  return (
    parts.flatMap(of => of.findLast(part => !/^\d*$/.test(part) && !general.has(part)) ?? [])[0] ?? 'server'
  );
}

function partsOf(word: string): readonly string[] {
  return word
    .replace(/(?<=.)@[^/@]*$/, '')
    .split(/[/\\]/)
    .map(part =>
      part
        .toLowerCase()
        .replace(/\.(js|mjs|cjs|ts|py|exe|cmd|git)$/, '')
        .replace(/^(mcp|api|www)\.|\.(com|org|net|io|dev|ai|app)$/g, '')
        .replace(/^(mcp[-_])?server[-_]|([-_]mcp)?[-_]server$|[-_]mcp$|^mcp[-_]/g, '')
        .replace(/[^a-z0-9_-]+/g, '-')
        .replace(/^[-_]+|[-_]+$/g, ''),
    );
}

/** What says nothing about a server. */
const general = new Set(
  'bin build cli dist dlx exec http index lib main mcp node run serve server sse src start stdio'.split(' '),
);

async function writeDescriptor(file: vscode.Uri, added: Added): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(await descriptor(added)));
}

async function descriptor({ name, transport }: Added): Promise<string> {
  const { stringify } = await import('smol-toml');
  const written = stringify({
    ensemble: { name, kind: 'mcp' },
    server: serverTable({ transport }),
  }).trimEnd();
  const hint =
    transport.kind === 'stdio'
      ? `# env = { API_KEY = "\${secret:${name}}" }    # set with “Converser: Set Secret…”`
      : `# headers = { Authorization = "Bearer \${secret:${name}}" }    # if there is no sign-in`;
  return [
    written,
    ...(/^\[server\./m.test(written) ? [] : [hint]),
    '',
    '# [[invokers]]              # optional, for each tool',
    '# name = "…"',
    '# permission = "allow"      # or "ask", "deny"',
    '',
  ].join('\n');
}
