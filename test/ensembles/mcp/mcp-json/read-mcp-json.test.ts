// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { formatDiagnostic } from '../../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { type McpJsonFile, readMcpJson } from '../../../../src/ensembles/mcp/mcp-json/read-mcp-json.ts';

const file = '/ws/.vscode/mcp.json';

function read(text: string, more: Partial<McpJsonFile> = {}) {
  return readMcpJson({
    file,
    text,
    section: [],
    origin: 'workspace',
    source: { kind: 'mcp.json', place: file },
    folder: '/ws',
    ...more,
  });
}

async function told(text: string, more?: Partial<McpJsonFile>): Promise<readonly string[]> {
  const { diagnostics } = await read(text, more);
  return diagnostics.map(
    diagnostic =>
      `${diagnostic.severity ?? 'mistake'} ${formatDiagnostic(diagnostic).slice(diagnostic.file.length + 1)}`,
  );
}

async function names(text: string, more?: Partial<McpJsonFile>): Promise<readonly string[]> {
  const { servers } = await read(text, more);
  return servers.map(({ name, definition }) => (definition === undefined ? `${name} (mistaken)` : name));
}

describe('Servers in VS Code’s format', () => {
  it('are read with comments and trailing commas, as VS Code’s documentation writes them', async () => {
    const { servers, diagnostics } = await read(`{
      // Asked for once.
      "inputs": [
        { "type": "promptString", "id": "perplexity-key", "description": "Perplexity API Key", "password": true },
        { "type": "promptString", "id": "unused", "description": "Of another server" },
      ],
      "servers": {
        "perplexityAsk": {
          "type": "stdio",
          "command": "npx",
          "args": ["-y", "server-perplexity-ask"],
          "env": { "PERPLEXITY_API_KEY": "\${input:perplexity-key}", "PORT": 8080, "HTTP_PROXY": null },
          "envFile": "\${workspaceFolder}/.env",
          "cwd": "\${workspaceFolder}",
        },
      },
    }`);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      servers.map(({ definition }) => definition),
      [
        {
          name: 'perplexity-ask',
          title: 'perplexityAsk',
          origin: 'workspace',
          source: { kind: 'mcp.json', place: file },
          folder: '/ws',
          transport: {
            kind: 'stdio',
            command: 'npx',
            args: ['-y', 'server-perplexity-ask'],
            env: { PERPLEXITY_API_KEY: '${input:perplexity-key}', PORT: '8080' },
            envFile: '${workspaceFolder}/.env',
            cwd: '${workspaceFolder}',
          },
          inputs: [{ id: 'perplexity-key', description: 'Perplexity API Key', password: true }],
          enabled: true,
          eager: false,
          timeout: 30_000,
          maxTimeout: 600_000,
          tools: {},
          sampling: false,
        },
      ],
    );
  });

  it('are of HTTP with an address, and of the older kind where they say so', async () => {
    const { servers } = await read(
      '{"servers": {"a": {"url": "https://a.example/mcp"}, "b": {"type": "sse", "url": "https://b.example/sse", "headers": {"X-Key": "${input:k}"}, "oauth": {"clientId": "me"}}}, "inputs": [{"id": "k", "type": "pickString", "description": "Which?", "options": ["one", {"label": "Two", "value": "2"}], "default": "one"}]}',
    );
    const sse = { kind: 'sse', url: 'https://b.example/sse', headers: { 'X-Key': '${input:k}' } };
    assert.deepEqual(
      servers.map(({ definition }) => definition?.transport),
      [
        { kind: 'http', url: 'https://a.example/mcp', headers: {} },
        { ...sse, oauthClientId: 'me' },
      ],
    );
    const options = [{ value: 'one' }, { label: 'Two', value: '2' }];
    assert.deepEqual(servers[1]?.definition?.inputs, [
      { id: 'k', description: 'Which?', password: false, proposal: 'one', options },
    ]);
  });

  it('may stand in a section of a settings file, of which nothing else is told', async () => {
    const text = '{"editor.tabSize": 2, "mcp": {"servers": {"a": {"command": "a"}}}}';
    assert.deepEqual(await names(text, { section: ['mcp'] }), ['a']);
    assert.deepEqual(await told(text, { section: ['mcp'] }), []);
    assert.deepEqual(await told('{"editor.tabSize": }', { section: ['mcp'] }), []);
    const workspace = `{"folders": [], "settings": ${text}}`;
    assert.deepEqual(await names(workspace, { section: ['settings', 'mcp'] }), ['a']);
    assert.deepEqual(await names('{"folders": []}', { section: ['settings', 'mcp'] }), []);
  });

  it('are none in an empty file', async () => {
    assert.deepEqual(await read(''), { servers: [], diagnostics: [] });
    assert.deepEqual(await read('{}'), { servers: [], diagnostics: [] });
  });

  const mistakes = `
    a value that is missing
      {"servers": }
      mistake 1:13: Not valid JSON: value expected.
    a file that is a list
      []
      mistake 1:1: This file must be an object with "servers".
    servers that are a list
      {"servers": []}
      mistake 1:13: servers must be an object, with a key for each server. (servers)
    the key of other programs
      {"mcpServers": {"a": {"command": "a"}}}
      warning 1:2: Unknown key "mcpServers", ignored. Use "servers" here. (mcpServers)
    a misspelt key, which is a warning
      {"servers": {"a": {"command": "a", "arg": []}}}
      warning 1:36: Unknown key "arg", ignored. Did you mean "args"? (servers.a.arg)
    a server without a command
      {"servers": {"a": {"args": []}}}
      mistake 1:14: Missing key "command". (servers.a)
    a server that is no object
      {"servers": {"a": "npx a"}}
      mistake 1:19: It must be an object in { }, not "npx a". (servers.a)
    arguments in one text
      {"servers": {"a": {"command": "a", "args": "-y b"}}}
      mistake 1:44: args must be a list of strings, not "-y b". (servers.a.args)
    an address of another kind
      {"servers": {"a": {"url": "unix:///tmp/a.sock"}}}
      mistake 1:27: url must be a URL that begins with http:// or https://. (servers.a.url)
    a remote server without an address
      {"servers": {"a": {"type": "http"}}}
      mistake 1:14: Missing key "url". (servers.a)
    an unknown type
      {"servers": {"a": {"type": "studio", "command": "a"}}}
      mistake 1:28: type must be "stdio", not "studio". (servers.a.type)
    an input that is not described
      {"servers": {"a": {"command": "a", "args": ["\${input:key}"]}}}
      mistake 1:14: The input "key" is used but not defined under "inputs". (servers.a)
    an input that would run a command
      {"servers": {}, "inputs": [{"id": "k", "type": "command", "command": "x"}]}
      mistake 1:48: Converser runs no commands to get values. Use "promptString" to enter the value when the server starts. (inputs[0].type)
    a sandbox, which nobody would keep
      {"servers": {"a": {"command": "a", "sandboxEnabled": true}}}
      mistake 1:36: Converser can’t run a server in a sandbox, so it doesn’t start this one. (servers.a.sandboxEnabled)
    a sign-in of a company, instead of which Converser would register itself
      {"servers": {"a": {"url": "https://a.example", "oauth": {"enterpriseManaged": true}}}}
      mistake 1:58: Converser can’t sign in through your company’s identity provider, so it doesn’t connect to this server. (servers.a.oauth.enterpriseManaged)
    development, which is a warning
      {"servers": {"a": {"command": "a", "dev": {"watch": "*"}}}}
      warning 1:36: Converser starts this server without watching or debugging it. (servers.a.dev)
    two names that become the same
      {"servers": {"my tool": {"command": "a"}, "myTool": {"command": "b"}}}
      mistake 1:43: Another server here is already named my-tool. (servers.myTool)
    a name of which nothing is left
      {"servers": {" ": {"command": "a"}}}
      mistake 1:14: The name of a server must contain a visible character. (servers." ")
  `;
  const rows = mistakes
    .trim()
    .split(/\n {4}(?! )/)
    .map(row => row.split('\n').map(line => line.trim()));
  for (const [what = '', text = '', expected] of [
    [
      'a missing comma',
      '{\n  "servers": {}\n  "inputs": []\n}',
      'mistake 3:3: Not valid JSON: comma expected.',
    ],
    [
      'a server that is there twice',
      '{"servers": {"a": {"command": "a"},\n"a": {"command": "b"}}}',
      'mistake 2:1: Not valid JSON: the key "a" occurs twice.',
    ],
    ...rows,
  ]) {
    it(`tell ${what} at its place`, async () => {
      assert.deepEqual(await told(text), [expected]);
    });
  }

  it('go on counting beside one with a mistake, and with a key that is not known', async () => {
    const text = '{"servers": {"a": {"command": 1}, "b": {"command": "b", "colour": "red"}}}';
    assert.deepEqual(await names(text), ['a (mistaken)', 'b']);
  });

  it('have names in any script, each its own and the same in every run', async () => {
    const others = ['🚀', '…', 'été', 'a_b', '١٢', 'हिन्दी', 'हिन्दू'];
    const written = ['日本', '天気', 'weather 天気', 'погода', 'Café', 'Ünïcode', ...others];
    const servers = Object.fromEntries(written.map(name => [name, { command: 'a' }]));
    const found = await names(JSON.stringify({ servers }));
    assert.equal(new Set(found).size, written.length);
    for (const name of found) assert.match(name, /^[a-z0-9][a-z0-9_-]*$/);
    const hashed = ['server-cf2abf0c', 'server-bc79d84d', 'weather-f71265dc', 'server-c1d5a896'];
    assert.deepEqual(found.slice(0, 6), [...hashed, 'cafe', 'unicode']);
    assert.deepEqual(await names(JSON.stringify({ servers })), found);
  });

  it('may be named as a property of every object', async () => {
    const text = '{"servers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}}}';
    assert.deepEqual(await names(text), ['proto__', 'constructor']);
  });
});

describe('Servers of a .mcp.json in the root of a folder', () => {
  const shared = { file: '/ws/.mcp.json', isShared: true } as const;
  const transports = async (text: string) =>
    (await read(text, shared)).servers.map(({ name, definition }) => [name, definition?.transport]);
  const stdio = (command: string, args: readonly string[] = []) => ({
    kind: 'stdio',
    command,
    args,
    env: {},
  });

  it('are read in each form that programs write: with mcpServers, with servers, and bare', async () => {
    const entry = '{"a": {"command": "x"}, "b": {"url": "https://b"}}';
    const expected = [
      ['a', stdio('x')],
      ['b', { kind: 'http', url: 'https://b', headers: {} }],
    ];
    for (const text of [`{"mcpServers": ${entry}}`, `{"servers": ${entry}, "inputs": []}`, entry])
      assert.deepEqual(await transports(text), expected, text);
    assert.deepEqual(await transports('{"mcpServers": {}}'), []);
    assert.deepEqual(await transports('{}'), []);
  });

  it('may name the transports as other programs do', async () => {
    const entries = {
      local: { type: 'local', command: 'a' },
      streamed: { type: 'streamable-http', url: 'https://s' },
      old: { type: 'http', transport: 'sse', url: 'https://o' },
    };
    assert.deepEqual(await transports(JSON.stringify({ mcpServers: entries })), [
      ['local', stdio('a')],
      ['streamed', { kind: 'http', url: 'https://s', headers: {} }],
      ['old', { kind: 'sse', url: 'https://o', headers: {} }],
    ]);
  });

  it('take variables as Claude Code writes them, and leave VS Code’s placeholders as they are', async () => {
    const args = ['${HOME}', '${PORT:-80}', '${workspaceFolder}', '${env:A}', '$${B}', '${input:c}', '${/}'];
    const inputs = [{ type: 'promptString', id: 'c' }];
    const text = JSON.stringify({ mcpServers: { a: { command: 'a', args } }, inputs });
    const same = args.slice(2);
    assert.deepEqual(await transports(text), [
      ['a', stdio('a', ['${env:HOME}', '${env:PORT:-80}', ...same])],
    ]);
  });

  it('are told of mistakes at their place, and not of what is for other programs', async () => {
    const text = '{"mcpServers": {"a": {"command": "a", "tools": ["*"], "timeout": 5}, "b": {"command": 1}}}';
    assert.deepEqual(await told(text, shared), [
      'mistake 1:87: command must be a non-empty string, not 1. (mcpServers.b.command)',
    ]);
    assert.deepEqual(await told('{"mcpServers": []}', shared), [
      'mistake 1:16: mcpServers must be an object, with a key for each server. (mcpServers)',
    ]);
  });

  it('are not started where they want a sandbox', async () => {
    const text = '{"a": {"command": "a", "sandboxEnabled": true}}';
    assert.match((await told(text, shared)).join(), /can’t run a server in a sandbox/);
  });
});
