import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { EntryFormat } from '../../../../src/ensembles/mcp/export/entry-format.ts';
import { jsonEntries } from '../../../../src/ensembles/mcp/export/json-entry.ts';
import { tomlEntries } from '../../../../src/ensembles/mcp/export/toml-entry.ts';

const entry = { type: 'http', url: 'http://127.0.0.1:4141/mcp', headers: { Authorization: 'Bearer k' } };
const place = { file: '/f', path: ['mcpServers', 'converser'] };
const tomlPlace = { file: '/f', path: ['mcp_servers', 'converser'] };
const tomlEntry = { url: 'http://127.0.0.1:4141/mcp', http_headers: { Authorization: 'Bearer k' } };

async function textOf(edited: ReturnType<EntryFormat['set']>): Promise<string> {
  const done = await edited;
  assert.ok('text' in done, 'problem' in done ? done.problem : '');
  return done.text;
}

async function problemOf(edited: ReturnType<EntryFormat['set']>): Promise<string> {
  const done = await edited;
  assert.ok('problem' in done, 'text' in done ? done.text : '');
  return done.problem;
}

describe('an entry in a JSON file', () => {
  const set = (text: string, value: JsonObject = entry) => textOf(jsonEntries.set(text, place, value));
  const unset = (text: string) => problemOf(jsonEntries.set(text, place, entry));
  const remove = (text: string) => textOf(jsonEntries.remove(text, place));

  it('begins a file that is empty', async () => {
    assert.equal(
      await set(''),
      `${JSON.stringify({ mcpServers: { converser: entry } }, null, 2)}
`,
    );
  });

  it('leaves comments, tabs and line ends as they are, each comment where it belongs', async () => {
    const before = [
      '// mine',
      '{',
      '\t"mcpServers": {',
      '\t\t// the first',
      '\t\t"one": { "command": "a",   "args": [1,2] } // about one',
      '\t}, // end',
      '\t"other":   true',
      '}',
      '',
    ].join('\r\n');
    const after = await set(before);
    const added = [
      '\t\t"converser": {',
      '\t\t\t"type": "http",',
      '\t\t\t"url": "http://127.0.0.1:4141/mcp",',
      '\t\t\t"headers": {',
      '\t\t\t\t"Authorization": "Bearer k"',
      '\t\t\t}',
      '\t\t}',
      '',
    ].join('\r\n');
    const expected = before
      .replace('[1,2] } //', '[1,2] }, //')
      .replace('\t}, // end', `${added}\t}, // end`);
    assert.equal(after, expected);
    assert.equal(await remove(after), before);
  });

  it('keeps a trailing comma, and one line where all is in one line', async () => {
    const trailing = '{\n  "mcpServers": {\n    "one": {},\n  },\n}\n';
    const after = await set(trailing, { url: 'u' });
    assert.equal(
      after,
      '{\n  "mcpServers": {\n    "one": {},\n    "converser": {\n      "url": "u"\n    },\n  },\n}\n',
    );
    assert.equal(await remove(after), trailing);
    const short = '{"mcpServers":{"one":{}},"other":1}';
    const long = '{"mcpServers":{"one":{},"converser": {"url":"u"}},"other":1}';
    assert.equal(await set(short, { url: 'u' }), long);
    assert.equal(await remove(long), short);
  });

  it('changes only what is different, and keeps what you added to it', async () => {
    const before = `{
  "mcpServers": {
    "converser": {
      "type": "http", // ours
      "url": "http://127.0.0.1:9/mcp",
      "headers": { "Authorization": "Bearer old" },
      "alwaysAllow": ["probability__roll"]
    }
  }
}
`;
    const after = await set(before);
    assert.match(after, /"type": "http", \/\/ ours\n {6}"url": "http:\/\/127\.0\.0\.1:4141\/mcp",/);
    assert.match(after, /"Authorization": "Bearer k"/);
    assert.match(after, /"alwaysAllow": \["probability__roll"\]/);
    assert.equal(await set(after), after);
  });

  it('replaces an entry that starts a program', async () => {
    const before = '{ "mcpServers": { "converser": { "command": "npm", "args": ["run"] } } }';
    assert.deepEqual(JSON.parse(await set(before)), { mcpServers: { converser: entry } });
  });

  it('is taken out between others, with nothing else', async () => {
    const before = `{
  "mcpServers": {
    "a": {}, // about a
    "converser": {
      "url": "u"
    },
    // about b
    "b": {}
  }
}
`;
    assert.equal(
      await remove(before),
      '{\n  "mcpServers": {\n    "a": {}, // about a\n    // about b\n    "b": {}\n  }\n}\n',
    );
    assert.equal(await remove('{ "mcpServers": {} }'), '{ "mcpServers": {} }');
  });

  it('leaves a file alone that it cannot read, and says where and what to do', async () => {
    for (const broken of ['{ "mcpServers": { ', '{ "a": 1 "b": 2 }', '{ "a": 1, "a": 2 }'])
      assert.match(await unset(broken), /^\/f:1:\d+: Not valid JSON: .*Correct it/);
    const list = '{\n  "mcpServers": []\n}';
    assert.match(await unset(list), /^\/f:2:17: This must be an object\./);
    assert.match(await unset('[]'), /^\/f:1:1: This must be an object\./);
    assert.match(await problemOf(jsonEntries.remove('[', place)), /Not valid JSON/);
  });
});

describe('an entry in a TOML file', () => {
  const set = (text: string) => textOf(tomlEntries.set(text, tomlPlace, tomlEntry));
  const unset = (text: string) => problemOf(tomlEntries.set(text, tomlPlace, tomlEntry));
  const remove = (text: string) => textOf(tomlEntries.remove(text, tomlPlace));
  const table = `[mcp_servers.converser]
url = "http://127.0.0.1:4141/mcp"
http_headers = { Authorization = "Bearer k" }
`;

  it('comes at the end of the file, which stays as it is', async () => {
    const before = '# mine\nmodel = "gpt-5"   # best\n\n[mcp_servers.one]\ncommand = "a"\n';
    assert.equal(await set(before), `${before}\n${table}`);
    assert.equal(await remove(`${before}\n${table}`), before);
    assert.equal(await set(''), table);
    assert.equal(await remove(table), '');
  });

  it('is changed in its place, with what you added to it', async () => {
    const before = `model = "m"

[mcp_servers.converser] # ours
url = "http://127.0.0.1:9/mcp" # here
tool_timeout_sec = 90

# about two
[mcp_servers.two]
command = "b"
`;
    const after = await set(before);
    assert.equal(
      after,
      `model = "m"

[mcp_servers.converser] # ours
http_headers = { Authorization = "Bearer k" }
url = "http://127.0.0.1:4141/mcp" # here
tool_timeout_sec = 90

# about two
[mcp_servers.two]
command = "b"
`,
    );
    assert.equal(await set(after), after);
    assert.equal(await remove(after), 'model = "m"\n\n# about two\n[mcp_servers.two]\ncommand = "b"\n');
  });

  it('replaces one that starts a program, with its other tables', async () => {
    const before = '[mcp_servers.converser]\r\ncommand = "npm"\r\n[mcp_servers.converser.env]\r\nA = "b"\r\n';
    assert.equal(await set(before), table.replaceAll('\n', '\r\n'));
  });

  it('is left alone where it is written in another way, with the line', async () => {
    for (const before of [
      'a = 1\nmcp_servers = { converser = { url = "u" } }\n',
      'a = 1\nmcp_servers.converser.url = "u"\n',
      'a = 1\n[mcp_servers]\nconverser.url = "u"\n',
    ]) {
      assert.match(await unset(before), /^\/f:2: Converser can’t change/);
      assert.match(await problemOf(tomlEntries.remove(before, tomlPlace)), /^\/f:2: Converser can’t change/);
    }
    const inline = 'mcp_servers = { one = { url = "u" } }\n';
    assert.match(await unset(inline), /^\/f:1: Converser can’t change/);
    assert.match(await unset('a = \n'), /^\/f:1:\d+: Not valid TOML/);
  });
});
