import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'smol-toml';
import schema from '../../../ensembles/descriptor.schema.json' with { type: 'json' };
import { diagnose } from './prepare.ts';

/** As TOML editors use it: JSON Schema draft-07, by itself. */
const validate = new Ajv({ strict: false }).compile(schema);

const head = '[ensemble]\nname = "a"\nkind = "local"\n';
const server = '[ensemble]\nname = "a"\nkind = "mcp"\n[server]\n';
const npx = `${server}transport = "stdio"\ncommand = "npx"\n`;
const invoker = `${head}[[invokers]]\nimplementation = "greet"\n`;

const documents: readonly (readonly [text: string, isValid: boolean])[] = [
  [head, true],
  [invoker, true],
  [`${invoker}aliases = ["b"]\npermission = "deny"\nauxdata = { a = [1] }\n`, true],
  [`${invoker}arguments = { type = "object", required = ["who"], properties.who.type = "string" }\n`, true],
  [`${head}[defaults]\ntimeout = 0.5\nmax_retries = 10\non_failure = "abort"\n`, true],
  [`${npx}args = ["-y"]\nenv = { A = "\${secret:a}" }\ncwd = "."\n`, true],
  [`${server}transport = "http"\nurl = "https://a.example"\nheaders = { A = "b" }\neager = true\n`, true],
  [`${server}transport = "sse"\nurl = "\${env:A}"\n[[invokers]]\nname = "a.b/c"\npermission = "ask"\n`, true],
  [`${server}transport = "stdio"\n`, false],
  [`${npx}url = "https://a.example"\n`, false],
  [`${server}transport = "http"\nurl = "ftp://a.example"\n`, false],
  [`${server}transport = "http"\ncommand = "npx"\n`, false],
  [`${server}command = "npx"\n`, false],
  [`${npx}env = { A = 1 }\n`, false],
  [`${npx}[[invokers]]\nenabled = false\n`, false],
  [`${npx}[[invokers]]\nname = "a"\nsource = "a.toml"\n`, false],
  [`${npx}[[invokers]]\nname = "a"\nauxdata = {}\n`, false],
  [`${head}[server]\ntransport = "stdio"\ncommand = "npx"\n`, false],
  ['[ensemble]\nname = "a"\nkind = "mcp"\n', false],
  [`${invoker}name = "a.b"\n`, false],
  ['', false],
  ['[ensemble]\nname = "a"\n', true],
  [`${head}[configuration]\na = { b = [1] }\n`, true],
  [`${head}configuration = 1\n`, false],
  [`configuration = 1\n${head}`, false],
  [`${npx}[configuration]\na = 1\n`, false],
  ['[ensemble]\nname = "A"\nkind = "local"\n', false],
  ['[ensemble]\nname = "a"\nkind = "other"\n', false],
  [`${head}colour = 1\n`, false],
  [`${head}[defaults]\ntimeout = 0\n`, false],
  [`${head}[defaults]\ntimeout = inf\n`, false],
  [`${head}[defaults]\nmax_retries = 0.5\n`, false],
  [`${invoker}name = "a b"\n`, false],
  [`${invoker}aliases = ["b", "b"]\n`, false],
  [`${invoker}source = "b.toml"\n`, false],
  [`${invoker}annotations = { readonly = true }\n`, false],
  [`${invoker}deduplication = { strategy = "some" }\n`, false],
  [`${invoker}deduplication = {}\n`, false],
  [`${invoker}output = { html = "" }\n`, false],
  [`${invoker}arguments = { type = "string" }\n`, false],
];

describe('the JSON schema of descriptors', () => {
  for (const [text, isValid] of documents) {
    it(`agrees with the loader that this is ${isValid ? 'valid' : 'not valid'}: ${JSON.stringify(text)}`, async () => {
      assert.equal(validate(parse(text)), isValid);
      const found = await diagnose({ 'a.toml': text });
      assert.equal(found.length === 0, isValid, JSON.stringify(found));
    });
  }

  it('describes every key of a table', () => {
    const { definitions } = schema;
    const { annotations, deduplication, output } = definitions.invoker.properties;
    const { ensemble, server, defaults, invoker } = definitions;
    const tables = [ensemble, server, defaults, invoker, annotations, deduplication, output];
    for (const [name, property] of tables.flatMap(({ properties }) => Object.entries<object>(properties)))
      assert.ok('description' in property || '$ref' in property, name);
  });

  it('offers beside `source` what it offers in a source', () => {
    const { invoker, invokerOrSource } = schema.definitions;
    const { source: _, ...inline } = invokerOrSource.properties;
    assert.deepEqual(Object.keys(inline).sort(), Object.keys(invoker.properties).sort());
  });

  it('finds the shipped descriptors valid', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../ensembles');
    const names = (await readdir(folder)).filter(name => name.endsWith('.toml'));
    assert.ok(names.length >= 3);
    for (const name of names) {
      const text = await readFile(path.join(folder, name), 'utf8');
      assert.ok(validate(parse(text)), name);
    }
  });
});
