import * as vscode from 'vscode';
import { commandWords, stdioCommand } from '../../../converser/ground/wording/command-words.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';

export interface AddServerPorts {
  readonly ask: AskUser;
  /** Creates and sets a folder if there is none. */
  readonly ownFolder: () => Promise<vscode.Uri>;
  readonly start: (name: string) => Promise<void>;
}

export async function addServer({ ask, ownFolder, start }: AddServerPorts): Promise<void> {
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
  const file = vscode.Uri.joinPath(folder, `${name}.toml`);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(await descriptor(name, server.table)));
  await start(name);
}

interface Described {
  readonly table: Readonly<Record<string, string | readonly string[]>>;
  readonly proposed: string;
}

async function askForProgram(ask: AskUser): Promise<Described | undefined> {
  const words = await ask.enter<readonly string[]>({
    title: 'Add MCP Server',
    prompt: 'Command line that starts the server. Leave out keys: the descriptor shows where they go.',
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
  return read.length === 0 ? { problem: 'Enter a command.' } : { value: read };
}

function program([command = '', ...args]: readonly string[]): Described {
  return { table: { transport: 'stdio', command, args }, proposed: nameFrom(...args, command) };
}

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
  return { table: { transport: 'http', url: found.href }, proposed: nameFrom(found.hostname) };
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

async function descriptor(name: string, table: Described['table']): Promise<string> {
  const { stringify } = await import('smol-toml');
  const written = stringify({ ensemble: { name, kind: 'mcp' }, server: table }).trimEnd();
  const hint =
    table.transport === 'stdio'
      ? `# env = { API_KEY = "\${secret:${name}}" }    # set with “Converser: Set Secret…”`
      : `# headers = { Authorization = "Bearer \${secret:${name}}" }    # if there is no sign-in`;
  return [
    written,
    hint,
    '',
    '# [[invokers]]              # optional, for each tool',
    '# name = "…"',
    '# permission = "allow"      # or "ask", "deny"',
    '',
  ].join('\n');
}
