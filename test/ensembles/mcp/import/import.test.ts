// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Descriptor } from '../../../../src/ensembles/descriptors/descriptor.ts';
import type { EnsembleKind } from '../../../../src/ensembles/descriptors/ensemble-kind.ts';
import { clientFiles, type ImportSurroundings } from '../../../../src/ensembles/mcp/import/client-files.ts';
import { findImportable } from '../../../../src/ensembles/mcp/import/find-importable.ts';
import { importServers } from '../../../../src/ensembles/mcp/import/import-servers.ts';
import { terminalValues } from '../../../../src/terminal/terminal-values.ts';
import { encodings, noTexts } from '../../../fakes/encoded.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { folder, prepare } from '../../descriptors/prepare.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { endsOfTest } from '../ends.ts';

function surroundings(
  files: Readonly<Record<string, string>>,
  more: Partial<ImportSurroundings> = {},
): ImportSurroundings {
  return {
    platform: 'linux',
    home: '/home/ada',
    environment: {},
    folders: ['/ws'],
    readText: async file => files[file],
    ...more,
  };
}

/** What is found in one file: the transport of each server, and what else is said. */
async function found(file: string, text: string) {
  const { servers, problems } = await findImportable(surroundings({ [file]: text }));
  return {
    clients: [...new Set(servers.map(({ client }) => client))],
    transports: Object.fromEntries(servers.map(({ definition }) => [definition.name, definition.transport])),
    definitions: servers.map(({ definition }) => definition),
    notes: servers.flatMap(({ notes }) => notes),
    problems,
  };
}

const key = 'sk-abcdefghijklmnopqrstuvwxyz0123';

/** What is expected of a program, and of what is reached at an address. */
const program = (command: string, more: object = {}) => ({
  kind: 'stdio',
  command,
  args: [],
  env: {},
  ...more,
});
const at = (url: string, more: object = {}) => ({ kind: 'http', url, headers: {}, ...more });
const cursorFile = '/home/ada/.cursor/mcp.json';

describe('The servers of other programs', () => {
  it('are read from files in every encoding that programs write', async () => {
    const home = await createTempFolder();
    const { readText } = terminalValues([]);
    const find = () => findImportable(surroundings({}, { home: home.path, folders: [], readText }));
    const names = async () => (await find()).servers.map(({ client, writtenName }) => [client, writtenName]);
    for (const encode of Object.values(encodings)) {
      await home.write('.cursor/mcp.json', encode('{"mcpServers": {"Zürich": {"command": "a"}}}'));
      await home.write('.codex/config.toml', encode('[mcp_servers."東京"]\ncommand = "a"\n'));
      assert.deepEqual(await names(), [
        ['Cursor', 'Zürich'],
        ['Codex', '東京'],
      ]);
    }
    for (const bytes of Object.values(noTexts)) {
      await home.write('.cursor/mcp.json', bytes);
      const { servers, problems } = await find();
      assert.equal(servers.map(({ client }) => client).join(), 'Codex');
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /\.cursor\/mcp\.json.*isn’t valid UTF-8 or UTF-16/);
    }
    await home.dispose();
  });

  it('lie where each program keeps them, by platform', () => {
    const on = (platform: NodeJS.Platform, home: string, environment = {}) =>
      clientFiles(surroundings({}, { platform, home, environment, folders: [] })).map(
        ({ dialect, file }) => `${dialect.client}: ${file}`,
      );
    assert.deepEqual(on('linux', '/home/ada'), [
      'Claude Desktop: /home/ada/.config/Claude/claude_desktop_config.json',
      'Claude Code: /home/ada/.claude.json',
      'Cursor: /home/ada/.cursor/mcp.json',
      'Windsurf: /home/ada/.codeium/windsurf/mcp_config.json',
      'Windsurf: /home/ada/.codeium/mcp_config.json',
      'Cline: /home/ada/.cline/data/settings/cline_mcp_settings.json',
      'Cline: /home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      'Cline: /home/ada/.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      'Zed: /home/ada/.config/zed/settings.json',
      'LM Studio: /home/ada/.lmstudio/mcp.json',
      'LM Studio: /home/ada/.cache/lm-studio/mcp.json',
      'Gemini CLI: /home/ada/.gemini/settings.json',
      'Codex: /home/ada/.codex/config.toml',
      'opencode: /home/ada/.config/opencode/opencode.json',
      'opencode: /home/ada/.config/opencode/opencode.jsonc',
      'opencode: /home/ada/.config/opencode/config.json',
      'Crush: /home/ada/.config/crush/crush.json',
      'Kilo: /home/ada/.config/kilo/kilo.json',
      'Kilo: /home/ada/.config/kilo/kilo.jsonc',
      'Kilo: /home/ada/.config/Code/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json',
      'Kilo: /home/ada/.vscode-server/data/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json',
      'Kilo: /home/ada/.kilocode/cli/global/settings/mcp_settings.json',
      'Copilot CLI: /home/ada/.copilot/mcp-config.json',
      'Kiro: /home/ada/.kiro/settings/mcp.json',
    ]);
    const includes = (all: readonly string[], ...some: readonly string[]) => {
      for (const each of some) assert(all.includes(each), each);
    };
    const desktop = '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json';
    const zed = 'Zed: /Users/ada/.config/zed/settings.json';
    includes(on('darwin', '/Users/ada'), `Claude Desktop: ${desktop}`, zed);
    includes(
      on('win32', 'C:\\Users\\Ada', { APPDATA: 'D:\\Roaming' }),
      'Claude Desktop: D:\\Roaming\\Claude\\claude_desktop_config.json',
      'Zed: D:\\Roaming\\Zed\\settings.json',
      'Crush: C:\\Users\\Ada\\AppData\\Local\\crush\\crush.json',
      'opencode: C:\\Users\\Ada\\.config\\opencode\\opencode.json',
      'Cursor: C:\\Users\\Ada\\.cursor\\mcp.json',
    );
    const homes = { CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude', COPILOT_HOME: '/copilot' };
    includes(
      on('linux', '/home/ada', { ...homes, XDG_CONFIG_HOME: '/x' }),
      'Copilot CLI: /copilot/mcp-config.json',
      'Kilo: /x/kilo/kilo.jsonc',
      'Codex: /codex/config.toml',
      'Claude Code: /claude/.claude.json',
      'Zed: /x/zed/settings.json',
    );
    const inFolder = clientFiles(surroundings({})).filter(({ file }) => file.startsWith('/ws/'));
    assert.deepEqual(
      inFolder.map(({ file }) => file),
      [
        '.cursor/mcp.json',
        '.zed/settings.json',
        '.gemini/settings.json',
        '.codex/config.toml',
        'opencode.json',
        'opencode.jsonc',
        '.opencode/opencode.json',
        '.opencode/opencode.jsonc',
        'crush.json',
        '.crush.json',
        'kilo.json',
        'kilo.jsonc',
        '.kilo/kilo.json',
        '.kilo/kilo.jsonc',
        '.kilocode/mcp.json',
        '.github/mcp.json',
        '.kiro/settings/mcp.json',
      ].map(file => `/ws/${file}`),
    );
  });

  it('are read of Claude Desktop, where a text is just a text', async () => {
    const { clients, transports, definitions } = await found(
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '{"mcpServers": {"fileSystem": {"command": "npx", "args": ["-y", "fs", "${HOME}"], "env": {"A": "1"}}}}',
    );
    assert.deepEqual(clients, ['Claude Desktop']);
    assert.deepEqual(transports, {
      'file-system': program('npx', { args: ['-y', 'fs', '$${HOME}'], env: { A: '1' } }),
    });
    assert.equal(definitions[0]?.title, 'fileSystem');
    assert.equal(definitions[0]?.origin, 'user');
    assert.deepEqual(definitions[0]?.source.kind, 'imported');
  });

  it('are read of Claude Code, with those of the opened folder', async () => {
    const { transports } = await found(
      '/home/ada/.claude.json',
      `{"numStartups": 4, "mcpServers": {"sentry": {"type": "http", "url": "\${BASE:-https://a.example}/mcp", "headers": {"Authorization": "Bearer \${TOKEN}"}}},
        "projects": {"/ws": {"mcpServers": {"local": {"type": "stdio", "command": "a", "args": [], "env": {}}}},
                     "/other": {"mcpServers": {"elsewhere": {"command": "b"}}}}}`,
    );
    assert.deepEqual(transports, {
      sentry: at('${env:BASE:-https://a.example}/mcp', { headers: { Authorization: 'Bearer ${env:TOKEN}' } }),
      local: program('a', { cwd: '/ws' }),
    });
  });

  it('go on meaning the folder that they came with, whatever folder is opened later', async () => {
    const files = {
      '/ws/.cursor/mcp.json':
        '{"mcpServers": {"a": {"command": "${workspaceFolder}/run", "args": ["./server.js", "${workspaceFolderBasename}", "$${workspaceFolder}"], "envFile": ".env"}, "b": {"command": "b", "cwd": "tools", "envFile": "${workspaceFolder}/.env"}, "c": {"command": "c", "cwd": "/opt/c", "envFile": "~/.env"}, "d": {"url": "https://d/${workspaceFolderBasename}"}}}',
      [cursorFile]: '{"mcpServers": {"own": {"command": "${workspaceFolder}/run", "cwd": "tools"}}}',
    };
    const { servers } = await findImportable(surroundings(files));
    const named = servers.map(({ definition }) => [definition.name, definition.transport]);
    const args = ['./server.js', 'ws', '$${workspaceFolder}'];
    assert.deepEqual(Object.fromEntries(named), {
      own: program('${workspaceFolder}/run', { cwd: 'tools' }),
      a: program('/ws/run', { args, envFile: '/ws/.env', cwd: '/ws' }),
      b: program('b', { envFile: '/ws/.env', cwd: '/ws/tools' }),
      c: program('c', { envFile: '~/.env', cwd: '/opt/c' }),
      d: at('https://d/ws'),
    });
    const odd = '/w${s}';
    const files2 = { [`${odd}/.kilocode/mcp.json`]: '{"mcpServers": {"a": {"command": "a"}}}' };
    const [only] = (await findImportable(surroundings(files2, { folders: [odd] }))).servers;
    assert.equal(only?.definition.transport.kind === 'stdio' && only.definition.transport.cwd, '/w$${s}');
  });

  it('are read of opencode in both of its forms, with the arguments in the command', async () => {
    const servers = `{
      // As in its documentation.
      "local": {"type": "local", "command": ["npx", "-y", "my-server", "{env:HOME}/x", "\${A}"], "environment": {"KEY": "{env:MY_KEY}"}, "enabled": false, "timeout": 5000},
      "remote": {"type": "remote", "url": "https://r/mcp", "headers": {"Authorization": "Bearer {env:TOKEN}"}, "oauth": {"clientId": "id"}},
    }`;
    const args = ['-y', 'my-server', '${env:HOME}/x', '$${A}'];
    const headers = { Authorization: 'Bearer ${env:TOKEN}' };
    const transports = {
      local: program('npx', { args, env: { KEY: '${env:MY_KEY}' } }),
      remote: at('https://r/mcp', { headers, oauthClientId: 'id' }),
    };
    for (const text of [`{"mcp": ${servers}}`, `{"mcp": {"servers": ${servers}}}`]) {
      const read = await found('/home/ada/.config/opencode/opencode.json', text);
      assert.deepEqual(read.problems, []);
      assert.deepEqual(read.clients, ['opencode']);
      assert.deepEqual(read.transports, transports);
      const [local, remote] = read.definitions;
      assert.deepEqual([local?.enabled, remote?.enabled], [false, true]);
      assert.deepEqual(read.notes, ['Not imported: timeout.']);
    }
    const kilo = await found('/home/ada/.config/kilo/kilo.jsonc', `{"mcp": ${servers}}`);
    assert.deepEqual([kilo.clients, kilo.transports], [['Kilo'], transports]);
  });

  it('stay off where their program has switched them off in another place', async () => {
    const enabled = async (file: string, text: string) =>
      (await found(file, text)).definitions.map(({ name, enabled: isOn }) => `${name} ${isOn}`);
    const servers = '"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}';
    const gemini = (excluded: string) =>
      enabled('/ws/.gemini/settings.json', `{${servers}, "mcp": {"excluded": ${excluded}}}`);
    assert.deepEqual(await gemini('["b"]'), ['a true', 'b false']);
    const claude = `{"projects": {"/ws": {${servers}, "disabledMcpServers": ["a"]}}}`;
    assert.deepEqual(await enabled('/home/ada/.claude.json', claude), ['a false', 'b true']);
    assert.deepEqual(await gemini('"b"'), ['a true', 'b true']);
  });

  it('keep the id of a client, and are told of the rest of a sign-in by its names', async () => {
    const { transports, notes } = await found(
      cursorFile,
      '{"mcpServers": {"a": {"url": "https://a", "auth": {"CLIENT_ID": "id", "CLIENT_SECRET": "s", "scopes": ["x"]}}, "b": {"url": "https://b", "oauth": {"clientId": "own"}}}}',
    );
    assert.deepEqual(transports, {
      a: at('https://a', { oauthClientId: 'id' }),
      b: at('https://b', { oauthClientId: 'own' }),
    });
    assert.deepEqual(notes, ['Not imported: auth.CLIENT_SECRET, auth.scopes.']);
  });

  it('are read of Kilo’s older files, where a URL alone means SSE', async () => {
    const { transports, notes } = await found(
      '/ws/.kilocode/mcp.json',
      '{"mcpServers": {"a": {"url": "https://a"}, "b": {"type": "streamable-http", "url": "https://b", "alwaysAllow": ["x"]}}}',
    );
    assert.deepEqual(transports, { a: at('https://a', { kind: 'sse' }), b: at('https://b') });
    assert.deepEqual(notes, ['Permissions (alwaysAllow) were not imported; Converser asks.']);
  });

  it('are read of Crush, whose values are those of a shell', async () => {
    const { clients, transports, definitions, notes } = await found(
      '/home/ada/.config/crush/crush.json',
      '{"mcp": {"fs": {"type": "stdio", "command": "node", "args": ["$HOME/s.js"], "env": {"K": "${KEY}"}, "timeout": 120, "disabled_tools": ["drop"]}, "gh": {"type": "http", "url": "https://g", "headers": {"Authorization": "Bearer $GH_PAT"}}, "s": {"type": "sse", "url": "https://s", "disabled": true}}}',
    );
    assert.deepEqual(clients, ['Crush']);
    assert.deepEqual(transports, {
      fs: program('node', { args: ['${env:HOME}/s.js'], env: { K: '${env:KEY}' } }),
      gh: at('https://g', { headers: { Authorization: 'Bearer ${env:GH_PAT}' } }),
      s: at('https://s', { kind: 'sse' }),
    });
    assert.deepEqual(definitions[0]?.tools, { drop: { enabled: false } });
    assert.equal(definitions[2]?.enabled, false);
    assert.deepEqual(notes, ['Not imported: timeout.']);
  });

  it('are told of what they run where Crush would run a command', async () => {
    const { problems, transports } = await found(
      '/home/ada/.config/crush/crush.json',
      '{"mcp": {"a": {"type": "http", "url": "https://a", "headers": {"Authorization": "Bearer $(gh auth token)"}}, "b": {"command": "b"}}}',
    );
    assert.deepEqual(Object.keys(transports), ['b']);
    assert.deepEqual(problems, [
      '/home/ada/.config/crush/crush.json: a takes a value from a command, $(…). Converser runs none; use a variable.',
    ]);
  });

  it('are read of Copilot CLI and Kiro', async () => {
    const copilot = await found(
      '/home/ada/.copilot/mcp-config.json',
      '{"mcpServers": {"a": {"type": "local", "command": "npx", "args": ["a"], "tools": ["*"], "env": {"K": "$KEY", "L": "${LOG:-warn}"}}, "b": {"type": "http", "url": "https://b", "tools": ["one", "two"]}}}',
    );
    assert.deepEqual(copilot.clients, ['Copilot CLI']);
    assert.deepEqual(copilot.transports, {
      a: program('npx', { args: ['a'], env: { K: '${env:KEY}', L: '${env:LOG:-warn}' } }),
      b: at('https://b'),
    });
    assert.deepEqual(copilot.notes, ['It allows only one, two; Converser offers all tools.']);
    const kiro = await found(
      '/ws/.kiro/settings/mcp.json',
      '{"mcpServers": {"c": {"command": "c", "env": {"K": "${KEY}"}, "autoApprove": ["x"], "disabledTools": ["y"], "disabled": true, "timeout": 30000}}}',
    );
    assert.deepEqual(kiro.transports, {
      c: program('c', { env: { K: '${env:KEY}' }, cwd: '/ws' }),
    });
    const { enabled, timeout, tools } = kiro.definitions[0] ?? {};
    assert.deepEqual([enabled, timeout, tools], [false, 30_000, { y: { enabled: false } }]);
    assert.deepEqual(kiro.notes, ['Permissions (autoApprove) were not imported; Converser asks.']);
  });

  it('are read of Cursor and Windsurf, whose placeholders are VS Code’s', async () => {
    const cursor = await found(
      '/ws/.cursor/mcp.json',
      '{"mcpServers": {"a": {"command": "a", "args": ["${workspaceFolder}"], "envFile": ".env"}, "b": {"url": "https://b"}}}',
    );
    assert.deepEqual(cursor.transports, {
      a: program('a', { args: ['/ws'], envFile: '/ws/.env', cwd: '/ws' }),
      b: at('https://b'),
    });
    const windsurf = await found(
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '{"mcpServers": {"a": {"serverUrl": "https://a/mcp", "headers": {"K": "${env:K}"}, "disabled": true, "disabledTools": ["rm"]}}}',
    );
    assert.deepEqual(windsurf.transports.a, at('https://a/mcp', { headers: { K: '${env:K}' } }));
    const { enabled, tools } = windsurf.definitions[0] ?? {};
    assert.deepEqual([enabled, tools], [false, { rm: { enabled: false } }]);
  });

  it('are read of Cline, of whose permissions none is taken over', async () => {
    const { transports, definitions, notes } = await found(
      '/home/ada/.cline/data/settings/cline_mcp_settings.json',
      '{"mcpServers": {"a": {"url": "https://a/sse", "autoApprove": ["all"], "timeout": 60}, "b": {"type": "streamableHttp", "url": "https://b"}}}',
    );
    assert.deepEqual([transports.a?.kind, transports.b?.kind], ['sse', 'http']);
    assert.equal(definitions[0]?.timeout, 60_000);
    assert.deepEqual(notes, ['Permissions (autoApprove) were not imported; Converser asks.']);
  });

  it('are read of Zed, in both forms that it has known, from a file with comments', async () => {
    const { transports } = await found(
      '/home/ada/.config/zed/settings.json',
      `{ // Zed
        "context_servers": {
          "new": {"source": "custom", "command": "a", "args": ["x"], "env": {"K": "v"}},
          "old": {"command": {"path": "b", "args": ["y"], "env": {}}, "settings": {}},
          "far": {"url": "https://far/mcp"},
        } }`,
    );
    assert.deepEqual(transports, {
      new: program('a', { args: ['x'], env: { K: 'v' } }),
      old: program('b', { args: ['y'] }),
      far: at('https://far/mcp'),
    });
  });

  it('are read of Gemini CLI, with its dollars', async () => {
    const { transports, definitions, notes } = await found(
      '/home/ada/.gemini/settings.json',
      '{"mcpServers": {"a": {"command": "a", "env": {"K": "$KEY", "L": "${LONG}", "M": "5$ only"}, "timeout": 5000, "trust": true, "includeTools": ["x"], "excludeTools": ["y"]}, "b": {"httpUrl": "https://b"}, "c": {"url": "https://c"}, "d": {"url": "https://d", "type": "sse"}, "e": {"url": "https://e", "type": "http"}}}',
    );
    assert.deepEqual(transports, {
      a: program('a', { env: { K: '${env:KEY}', L: '${env:LONG}', M: '5$ only' } }),
      b: at('https://b'),
      // Which falls back to SSE, as Gemini CLI does.
      c: at('https://c'),
      d: at('https://d', { kind: 'sse' }),
      e: at('https://e'),
    });
    assert.equal(definitions[0]?.timeout, 5_000);
    assert.deepEqual(definitions[0]?.tools, { y: { enabled: false } });
    assert.deepEqual(notes, [
      'It allows only x; Converser offers all tools.',
      'Permissions (trust) were not imported; Converser asks.',
    ]);
  });

  it('are read of Codex, with the variables that it passes on', async () => {
    const { transports, definitions, notes } = await found(
      '/home/ada/.codex/config.toml',
      `model = "x"
[mcp_servers.local]
command = "npx"
args = ["-y", "a"]
env_vars = ["TOKEN", { name = "OTHER", source = "local" }]
tool_timeout_sec = 45.5
startup_timeout_sec = 20
enabled = false
[mcp_servers.local.env]
MODE = "fast"
[mcp_servers.remote]
url = "https://remote/mcp"
bearer_token_env_var = "REMOTE_TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-User" = "USER_ID" }
disabled_tools = ["drop"]
`,
    );
    const env = { TOKEN: '${env:TOKEN}', OTHER: '${env:OTHER}', MODE: 'fast' };
    const given = { 'X-Region': 'eu', 'X-User': '${env:USER_ID}' };
    const headers = { ...given, Authorization: 'Bearer ${env:REMOTE_TOKEN}' };
    assert.deepEqual(transports, {
      local: program('npx', { args: ['-y', 'a'], env }),
      remote: at('https://remote/mcp', { headers }),
    });
    assert.deepEqual([definitions[0]?.timeout, definitions[0]?.enabled], [45_500, false]);
    assert.deepEqual(definitions[1]?.tools, { drop: { enabled: false } });
    assert.deepEqual(definitions[0]?.startTimeout, 20_000);
    assert.deepEqual(notes, []);
  });

  it('are told of where they cannot be taken over, beside those that can', async () => {
    const file = cursorFile;
    const { transports, problems } = await found(
      file,
      '{"mcpServers": {"ok": {"command": "a"}, "none": {}, "text": "npx", "ws": {"type": "ws", "url": "https://a"}, "pipe": {"url": "unix:///a"}, " ": {"command": "b"}}}',
    );
    assert.deepEqual(Object.keys(transports), ['ok']);
    assert.deepEqual(problems, [
      `${file}: none has neither a command nor a URL.`,
      `${file}: text must be an object.`,
      `${file}: ws uses a WebSocket, which Converser doesn’t support.`,
      `${file}: pipe has a URL that isn’t http or https.`,
      `${file}: A server needs a visible character in its name.`,
    ]);
    assert.deepEqual((await found(file, '{')).problems, [
      `${file}:1:2: Not valid JSON: close brace expected.`,
    ]);
    // Of what is read for several folders a mistake is told once.
    assert.equal((await found('/home/ada/.claude.json', '{')).problems.length, 1);
    assert.deepEqual((await found(file, '"text"')).problems, []);
    assert.deepEqual((await found(file, '{"mcpServers": []}')).problems, []);
  });
});

describe('Taking over a server', () => {
  const ends = endsOfTest();
  const withToken = JSON.stringify({ mcpServers: { mine: { command: 'a', env: { TOKEN: key } } } });

  async function importFrom(text: string, kept = new Map<string, string>()) {
    const own = await createTempFolder();
    ends.push(own.dispose);
    const { servers } = await findImportable(surroundings({ [cursorFile]: text }));
    const secrets = {
      get: async (name: string) => kept.get(name),
      store: async (name: string, value: string) => void kept.set(name, value),
    };
    const approve = () => Promise.reject(new Error('Nobody is asked about what is the person’s own.'));
    return { own, servers, kept, secrets, target: { folder: own.file('ensembles'), secrets, approve } };
  }

  /** What Converser makes of the descriptors in a folder. */
  async function described(own: string) {
    const seen: Descriptor[] = [];
    const kind: EnsembleKind = {
      kind: 'mcp',
      async prepare(descriptor) {
        seen.push(descriptor);
        return { ensemble: createFakeEnsemble(descriptor.name, {}), mistakes: [] };
      },
    };
    const { ensembles } = await prepare({ folders: [folder(own)], kinds: [kind] });
    assert.deepEqual([...ensembles.diagnostics.values()].flat(), []);
    await ensembles.dispose();
    return seen.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  it('writes a descriptor that Converser understands, with its secrets in secret storage alone', async () => {
    const args = (one: string, two: string, three: string) => {
      const named = ['--api-key', one, `--token=${two}`, '--header', `Authorization: Bearer ${three}`];
      return ['-y', 'a', ...named, 'b"\n\\'];
    };
    const headers = (authorization: string) => ({
      Authorization: `Bearer ${authorization}`,
      'X-Region': 'eu',
      'X-Set': 'Bearer ${env:SET}',
    });
    const local = { command: 'npx', envFile: '.env', cwd: '/tmp' };
    const env = { MODE: 'fast', PORT: '8080' };
    const gitHub = {
      url: `https://ada:${key}@a.example/mcp?api_key=${key}2&page=1`,
      headers: headers(`${key}3`),
      disabled: true,
      timeout: 90,
      disabledTools: ['drop_all'],
      autoApprove: ['x'],
    };
    const given = { args: args(`${key}4`, `${key}5`, `${key}6`), env: { ...env, API_KEY: `${key}7` } };
    const written = { mcpServers: { gitHub, local: { ...local, ...given } } };
    const { servers, kept, target } = await importFrom(JSON.stringify(written));
    const outcomes = await importServers(servers, target);
    assert.equal(outcomes.map(({ kind }) => kind).join(), 'imported,imported');
    assert.deepEqual(Object.fromEntries(kept), {
      'git-hub-password': key,
      'git-hub-api-key': `${key}2`,
      'git-hub-authorization': `${key}3`,
      'local-api-key': `${key}4`,
      'local-token': `${key}5`,
      'local-authorization': `${key}6`,
      'local-api-key-2': `${key}7`,
    });
    for (const file of await readdir(target.folder)) {
      assert.doesNotMatch(await readFile(path.join(target.folder, file), 'utf8'), /abcdefghij/);
    }
    const [hub, program] = await described(target.folder);
    assert.deepEqual([hub?.title, hub?.enabled, hub?.defaults.timeout], ['gitHub', false, 90]);
    const [tool] = hub?.invokers ?? [];
    assert.deepEqual([tool?.name, tool?.enabled, hub?.invokers.length], ['drop_all', false, 1]);
    assert.deepEqual(hub?.server, {
      transport: 'http',
      url: 'https://ada:${secret:git-hub-password}@a.example/mcp?api_key=${secret:git-hub-api-key}&page=1',
      headers: headers('${secret:git-hub-authorization}'),
    });
    assert.deepEqual(program?.server, {
      transport: 'stdio',
      ...local,
      args: args('${secret:local-api-key}', '${secret:local-token}', '${secret:local-authorization}'),
      env: { ...env, API_KEY: '${secret:local-api-key-2}' },
    });
  });

  it('leaves what is only named beside a secret as it is', async () => {
    const mixed = `Bearer \${env:WHO}:${key}:\${env:WHERE}`;
    const headers = { Authorization: mixed };
    const text = JSON.stringify({ mcpServers: { mine: { url: 'https://a', headers } } });
    const { servers, kept, target } = await importFrom(text);
    await importServers(servers, target);
    const [mine] = await described(target.folder);
    const hidden = mine?.server?.headers?.Authorization ?? '';
    assert.equal(hidden, 'Bearer ${env:WHO}${secret:mine-authorization}${env:WHERE}');
    assert.deepEqual(Object.fromEntries(kept), { 'mine-authorization': `:${key}:` });
  });

  it('overwrites no file, and keeps no secret for what it did not write', async () => {
    const { own, servers, kept, target } = await importFrom(withToken);
    await own.write('ensembles/mine.toml', '# my own\n');
    const [outcome] = await importServers(servers, target);
    const file = own.file('ensembles/mine.toml');
    assert.equal(outcome?.kind === 'left' && outcome.reason, `${file} already exists.`);
    assert.equal(await readFile(file, 'utf8'), '# my own\n');
    assert.equal(kept.size, 0);
  });

  it('leaves a secret of the same name as it is', async () => {
    const { own, servers, kept, target } = await importFrom(
      withToken,
      new Map([['mine-token', 'of another']]),
    );
    const [outcome] = await importServers(servers, target);
    assert(outcome?.kind === 'left');
    assert.match(outcome.reason, /"mine-token" already exists with a different value/);
    assert.deepEqual([...kept], [['mine-token', 'of another']]);
    await assert.rejects(readFile(own.file('ensembles/mine.toml')));
  });

  it('takes the descriptor back where its secrets cannot be kept', async () => {
    const { servers, target, secrets } = await importFrom(withToken);
    const store = () => Promise.reject(new Error('The keyring is locked.'));
    const [outcome] = await importServers(servers, { ...target, secrets: { ...secrets, store } });
    assert.equal(outcome?.kind === 'left' && outcome.reason, 'The keyring is locked.');
    assert.deepEqual(await readdir(target.folder), []);
  });

  it('goes on with the others where the folder cannot be written', async () => {
    const text = JSON.stringify({ mcpServers: { mine: { command: 'a' } } });
    const { own, servers, target } = await importFrom(text);
    await writeFile(own.file('blocked'), '');
    const blocked = { ...target, folder: own.file('blocked') };
    const outcomes = await importServers([...servers, ...servers], blocked);
    assert.equal(outcomes.map(({ kind }) => kind).join(), 'left,left');
  });

  it('asks about what came with a folder, and takes the person’s own unasked', async () => {
    const own = await createTempFolder();
    ends.push(own.dispose);
    const { servers } = await findImportable(
      surroundings({
        '/ws/.kiro/settings/mcp.json':
          '{"mcpServers": {"good": {"command": "a"}, "bad": {"command": "evil"}}}',
        [cursorFile]: '{"mcpServers": {"mine": {"command": "b"}}}',
      }),
    );
    const asked: string[] = [];
    const outcomes = await importServers(servers, {
      folder: own.path,
      secrets: { get: async () => undefined, store: async () => {} },
      approve: async ({ name }) => asked.push(name) > 0 && name !== 'bad',
    });
    assert.deepEqual(asked, ['good', 'bad']);
    const told = outcomes.map(({ kind, server }) => `${server.definition.name} ${kind}`);
    assert.deepEqual(told, ['mine imported', 'good imported', 'bad left']);
    assert.deepEqual((await readdir(own.path)).sort(), ['good.toml', 'mine.toml']);
  });

  it('writes a name that would break out of the comment as one line', async () => {
    const text = '{"mcpServers": {"a": {"command": "a", "evil\\n[server]": 1}}}';
    const { servers, target } = await importFrom(text);
    await importServers(servers, target);
    assert.equal((await described(target.folder)).length, 1);
  });
});
