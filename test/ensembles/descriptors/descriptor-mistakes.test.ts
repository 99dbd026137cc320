import assert from 'node:assert/strict';
import { formatDiagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { createFakeDescriptorFiles } from '../../fakes/fake-descriptor-files.ts';
import { diagnose, find, folder, prepare } from './prepare.ts';

const head = '[ensemble]\nname = "a"\nkind = "local"\n';
const server = '[ensemble]\nname = "a"\nkind = "mcp"\n[server]\n';

/**
 * What is written in `a.toml`, and what is told: place, sentence, key. LOCAL and MCP stand for the beginnings of such
 * ensembles, and \n for the end of a line.
 */
const mistakes = String.raw`
a value that is missing: [ensemble]\nname =
  2:7: Not valid TOML: invalid value.
a key that is there twice: a = 1\na = 2
  2:1: Not valid TOML: trying to redefine an already defined table or value.
an empty file:
  1:1: Missing key "ensemble".
a missing name: [ensemble]\nkind = "local"
  1:2: Missing key "name". (ensemble)
a name with capitals: [ensemble]\nname = "My Tools"\nkind = "local"
  2:8: name must be a name of lowercase letters, digits, - and _ that begins with a letter or digit. (ensemble.name)
an unknown kind: [ensemble]\nname = "a"\nkind = "lokal"
  3:8: kind must be "local" or "mcp" or "http" or "command" or "database", not "lokal". Did you mean "local"? (ensemble.kind)
a misspelt key: LOCAL titel = "A"
  4:1: Unknown key "titel". Did you mean "title"? (ensemble.titel)
a key in another spelling: LOCAL [defaults]\nmaxRetries = 1
  5:1: Unknown key "maxRetries". Did you mean "max_retries"? (defaults.maxRetries)
a key that is like no other: LOCAL [defaults]\ncolour = 1
  5:1: Unknown key "colour". Known: "max_retries", "offer", "on_failure", "timeout". (defaults.colour)
an unknown table: LOCAL [default]\ntimeout = 1
  4:2: Unknown key "default". Did you mean "defaults"? (default)
several mistakes at once, in the order of the lines: LOCAL enabled = "yes"\n[defaults]\ntimeout = 0\nmax_retries = 1.5\non_failure = "abrt"
  4:11: enabled must be true or false, not "yes". (ensemble.enabled)
  6:11: timeout must be a number of seconds above 0 and up to 86400 (a day). (defaults.timeout)
  7:15: max_retries must be a whole number from 0 to 10, not 1.5. (defaults.max_retries)
  8:14: on_failure must be "recover" or "abort", not "abrt". Did you mean "abort"? (defaults.on_failure)
an MCP ensemble without its server: [ensemble]\nname = "a"\nkind = "mcp"
  1:1: Missing key "server".
a server that is none of this kind: LOCAL [server]\ntransport = "http"\nurl = "https://a.example"
  4:2: server must be left out: it needs kind = "mcp". (server)
a server over stdio with an address: MCP transport = "stdio"\nurl = "https://a.example"
  4:2: Missing key "command". (server)
  6:7: url must be left out: it needs transport = "http" or "sse". (server.url)
a server over http with a program: MCP transport = "http"\nurl = "a.example"\nargs = ["-y"]\nmax_timeout = 0
  6:7: url must be a URL that begins with http:// or https://, or a command line such as "stdio://npx -y some-server". (server.url)
  7:8: args must be left out: it needs transport = "stdio". (server.args)
  8:15: max_timeout must be a number of seconds above 0 and up to 86400 (a day). (server.max_timeout)
a command line as an address, with a program: MCP transport = "stdio"\nurl = "stdio://npx -y a"\ncommand = "npx"
  7:11: command must be left out: url is the command line. (server.command)
a command line over http: MCP transport = "http"\nurl = "stdio://npx -y a"
  5:13: transport must be "stdio" or left out: url is a command line. (server.transport)
a command line as a query: MCP url = "stdio:///usr/bin/a?b=c"
  5:7: url must be a URL that begins with http:// or https://, or a command line such as "stdio://npx -y some-server". (server.url)
a command line with an open quotation mark: MCP url = 'stdio://npx "a'
  5:7: url must be a URL that begins with http:// or https://, or a command line such as "stdio://npx -y some-server". (server.url)
retries of a tool that isn't repeated: LOCAL [defaults]\nmax_retries = 1\n[[invokers]]\nimplementation = "greet"\nmax_retries = 2
  8:1: max_retries has no effect: a failed call may have done its work already, so Converser repeats only tools with the annotation idempotent = true. (invokers[0].max_retries)
retries of a server's tool: MCP url = "stdio://npx a"\n[[invokers]]\nname = "a"\nmax_retries = 1\n[[invokers]]\nname = "b"\nmax_retries = 1\nannotations = { idempotent = true }
  8:1: max_retries has no effect: a failed call may have done its work already, so Converser repeats only tools with the annotation idempotent = true. (invokers[0].max_retries)
a default that doesn't fit: LOCAL [[invokers]]\nimplementation = "greet"\n[invokers.arguments]\nrequired = ["who", "to"]\nproperties.who = { type = "string", default = 3 }
  8:47: The default doesn’t fit: the argument "who" must be string, but is 3. (invokers[0].arguments.properties.who.default)
an unknown transport: MCP transport = "stdoi"\ncommand = "npx"
  5:13: transport must be "stdio" or "http" or "sse", not "stdoi". Did you mean "stdio"? (server.transport)
tools of a server with an implementation, and without a name: MCP transport = "stdio"\ncommand = "npx"\n[[invokers]]\nimplementation = "./a.mjs#a"
  7:3: Missing key "name". (invokers[0])
  8:18: implementation must be left out: the server decides what runs. (invokers[0].implementation)
settings for one tool twice: MCP transport = "stdio"\ncommand = "npx"\n[[invokers]]\nname = "a.b"\n[[invokers]]\nname = "a.b"
  10:8: Settings for "a.b" already exist. (invokers[1].name)
invokers that are one table: LOCAL [invokers]\nname = "greet"
  4:2: invokers must be a list of tables; write one [[invokers]] for each tool, not a table. (invokers)
an invoker that says nothing of what runs: LOCAL [[invokers]]\ndescription = "Greets."
  4:3: Add implementation = "…" with the name of a shipped tool, or "./file.mjs#export". (invokers[0])
a tool name with a space: LOCAL [[invokers]]\nimplementation = "greet"\nname = "say hello"
  6:8: name must be a name of letters, digits, - and _ that begins with a letter or digit. (invokers[0].name)
an unknown shipped tool: LOCAL [[invokers]]\nimplementation = "great"
  5:18: No shipped tool is named "great". Did you mean "greet"? (invokers[0].implementation)
a name that is no shipped tool: LOCAL [[invokers]]\nname = "weather"
  5:8: No shipped tool is named "weather". For a tool of your own, add implementation = "./file.mjs#export". (invokers[0].name)
a module without an export: LOCAL [[invokers]]\nimplementation = "./a.mjs"
  5:18: implementation must be the name of a shipped tool, or "./file.mjs#export" for a file beside this one. (invokers[0].implementation)
a module that does not exist: LOCAL [[invokers]]\nimplementation = "./a.mjs#a"
  5:18: "./a.mjs" doesn’t exist in /e or can’t be read. (invokers[0].implementation)
a module outside the folder: LOCAL [[invokers]]\nimplementation = "./../a.mjs#a"
  5:18: "./../a.mjs" must be a relative path, written with /, that stays in the folder of this file. (invokers[0].implementation)
a source outside the folder: LOCAL [[invokers]]\nsource = "/etc/a.toml"
  5:10: "/etc/a.toml" must be a relative path, written with /, that stays in the folder of this file. (invokers[0].source)
a source on a drive: LOCAL [[invokers]]\nsource = 'C:\a.toml'
  5:10: "C:\\a.toml" must be a relative path, written with /, that stays in the folder of this file. (invokers[0].source)
a source that does not exist: LOCAL [[invokers]]\nsource = "b/c.toml"
  5:10: "b/c.toml" doesn’t exist in /e or can’t be read. (invokers[0].source)
other keys beside a source: LOCAL [[invokers]]\nsource = "b.toml"\nname = "b"
  4:3: Each entry of invokers must be source alone; move the other keys into that file. (invokers[0])
a name that is taken: LOCAL [[invokers]]\nimplementation = "greet"\n[[invokers]]\nname = "greet"\nimplementation = "forget_all"
  7:8: "greet" is already the name of another tool of this ensemble. (invokers[1].name)
an alias that is taken: LOCAL [[invokers]]\nimplementation = "greet"\n[[invokers]]\nimplementation = "forget_all"\naliases = ["wipe", "greet"]
  8:20: "greet" is already the name of another tool of this ensemble. (invokers[1].aliases[1])
a shipped tool made out to be harmless: LOCAL [[invokers]]\nimplementation = "forget_all"\nannotations = { readOnly = true, destructive = false }
  6:28: forget_all can’t be declared readOnly = true: its implementation doesn’t promise that. (invokers[0].annotations.readOnly)
  6:48: forget_all can’t be declared destructive = false: its implementation doesn’t promise that. (invokers[0].annotations.destructive)
an unknown strategy: LOCAL [[invokers]]\nimplementation = "greet"\ndeduplication = { strategy = "fuzzy" }
  6:30: strategy must be "exact", "semantic", "compared", "reuse", "none", "./file.mjs" or a list of them. (invokers[0].deduplication.strategy)
arguments that are no object: LOCAL [[invokers]]\nimplementation = "greet"\narguments.type = "string"
  6:18: type must be "object", not "string". (invokers[0].arguments.type)
an unknown type in the arguments: LOCAL [[invokers]]\nimplementation = "greet"\n[invokers.arguments]\nproperties.who = { type = "strin" }
  7:27: Not a JSON Schema: it must be one of "array", "boolean", "integer", "null", "number", "object", "string". (invokers[0].arguments.properties.who.type)
a broken pattern in the arguments: LOCAL [[invokers]]\nimplementation = "greet"\n[invokers.arguments]\nproperties.who = { type = "string", pattern = "(" }
  6:2: Not a JSON Schema: Invalid regular expression: /(/u: Unterminated group. (invokers[0].arguments)
a permission that there is not: LOCAL [[invokers]]\nimplementation = "greet"\npermission = "always"
  6:14: permission must be "allow" or "ask" or "deny", not "always". (invokers[0].permission)
`;

/** As an example is written: what it has, its text, and what is told of it. */
function parsed(example: string) {
  const [first = '', ...told] = example.trimEnd().split('\n  ');
  const [behaviour = '', written = ''] = first.split(/: ?(.*)/s);
  const lines = written.replace('LOCAL ', head).replace('MCP ', server).replaceAll('\\n', '\n');
  return { behaviour, text: lines && `${lines}\n`, told };
}

describe('a descriptor with a mistake', () => {
  for (const { behaviour, text, told } of mistakes
    .trim()
    .split(/\n(?! )/)
    .map(parsed)) {
    it(`is told of ${behaviour}`, async () => {
      const found = await diagnose({ 'a.toml': text });
      assert.deepEqual(
        found.map(formatDiagnostic),
        told.map(line => `/e/a.toml:${line}`),
      );
    });
  }

  it('is told where the mistake ends', async () => {
    const [found] = await diagnose({ 'a.toml': `${head}enabled = "yes"\n` });
    assert.deepEqual(found?.start, { line: 4, column: 11 });
    assert.deepEqual(found.end, { line: 4, column: 16 });
  });

  it('is told of mistakes in a source at their place in that file', async () => {
    const found = await diagnose({
      'a.toml': `${head}[[invokers]]\nsource = "b.toml"\n[[invokers]]\nsource = "c.toml"\n`,
      'b.toml.txt': '',
      'c.toml.txt': '',
    });
    assert.equal(found.length, 2);
    const inSource = await diagnose({
      'a.toml': `${head}[[invokers]]\nsource = "tools/b.toml"\n[[invokers]]\nsource = "tools/c.toml"\n`,
      'tools/b.toml': '\nname = "greet"\nsource = "c.toml"\n',
      'tools/c.toml': 'name = "x',
    });
    assert.deepEqual(inSource.map(formatDiagnostic), [
      '/e/tools/b.toml:3:1: Unknown key "source". Known: "access", "aliases", "allow_options", "annotations", "arguments", "auxdata", "body", "command", "cwd", "deduplication", "description", "enabled", "env", "headers", "implementation", "max_retries", "method", "name", "offer", "on_failure", "output", "permission", "reads", "stdin", "timeout", "url", "writes". (source)',
      '/e/tools/c.toml:1:8: Not valid TOML: unfinished string.',
    ]);
  });

  const inTable = '[invoker]\nname = "greet"\n';
  const sources: Readonly<Record<string, readonly [text: string, ...told: string[]]>> = {
    'an unknown key': [`${inTable}colour = 1\n`, '3:1: Unknown key "colour". … (invoker.colour)'],
    'an unknown key outside': [`colour = 1\n${inTable}`, '1:1: Unknown key "colour". … (colour)'],
    'a value': [`${inTable}timeout = 0\n`, '3:11: timeout must be … (invoker.timeout)'],
    'a schema': [
      `${inTable}[arguments.properties]\nwho = { type = "strin" }\n`,
      '4:16: Not a JSON Schema: … (arguments.properties.who.type)',
    ],
    'a schema inside': [
      `${inTable}[invoker.arguments.properties]\nwho = { type = "strin" }\n`,
      '4:16: Not a JSON Schema: … (invoker.arguments.properties.who.type)',
    ],
    'a key in both': [
      `enabled = true\n${inTable}enabled = true\n`,
      '1:1: enabled is in [invoker], too. Keep one of them. (enabled)',
    ],
    'an implementation': ['[invoker]\nname = "x"\n', '2:8: No shipped tool … (invoker.name)'],
    'nothing that runs': ['[invoker]\n', '1:2: Add implementation … (invoker)'],
    'two tables': ['[[invoker]]\n', '1:3: invoker must be one table, … (invoker)'],
    'retries outside': [
      `max_retries = 1\nannotations = { idempotent = false }\n${inTable}`,
      '1:1: max_retries has no effect: … (max_retries)',
    ],
  };
  for (const [what, [text, ...told]] of Object.entries(sources)) {
    it(`is told of ${what} at its line, where a source has the table [invoker]`, async () => {
      const found = await diagnose({
        'a.toml': `${head}[[invokers]]\nsource = "b/c.toml"\n`,
        'b/c.toml': text,
      });
      const lines = found.map(formatDiagnostic).map(line => line.replace('/e/b/c.toml:', ''));
      assert.equal(lines.length, told.length, lines.join('\n'));
      for (const [at, line] of told.entries()) {
        const [start = '', end = ''] = line.split('…');
        assert.ok(lines[at]?.startsWith(start) && lines[at].endsWith(end), lines[at]);
      }
    });
  }

  it('still has its tools where it is only warned', async () => {
    const files = createFakeDescriptorFiles({
      '/e/a.toml': `${head}[[invokers]]\nimplementation = "greet"\nmax_retries = 1\n`,
    });
    const { roster, ensembles } = await prepare({ folders: [folder('/e')], files });
    assert.equal(find(roster, 'greet').limits.maxRetries, 1);
    const [warning] = ensembles.diagnostics.get('/e/a.toml') ?? [];
    assert.equal(warning?.severity, 'warning');
  });

  it('is told of a name that another descriptor of the folder has', async () => {
    const found = await diagnose({ 'a.toml': head, 'b.toml': head });
    assert.deepEqual(found.map(formatDiagnostic), [
      '/e/b.toml:2:8: The name "a" is taken by a.toml in the same folder. (ensemble.name)',
    ]);
  });

  it('never makes an object out of __proto__', async () => {
    const [found] = await diagnose({ 'a.toml': `${head}[[invokers]]\nauxdata.__proto__.x = 1\n` });
    assert.match(found?.message ?? '', /^Not valid TOML/);
  });
});
