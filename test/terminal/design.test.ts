import assert from 'node:assert/strict';
import path from 'node:path';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { fakeProgram } from '../ensembles/mcp/servers.ts';
import { describedTool, programIn } from './described.ts';
import { eventsOf, type Ran, runConverse, tempRoot } from './run-converse.ts';

const said = (ran: Ran) =>
  eventsOf(ran).flatMap(event => (event.type === 'invocation-end' ? [textOf(event.canister.content)] : []));
const asked = (ran: Ran) =>
  eventsOf(ran).flatMap(event => (event.type === 'invocation-start' ? [event.canister.arguments] : []));

describe('descriptors as they were designed', () => {
  const design = path.resolve(import.meta.dirname, '../fixtures/design');

  it('load word for word, and their tool is called', async () => {
    await using root = await tempRoot({ 'a.txt': 'Alpha' });
    const folders = ['--root', root.path, '--ensembles', design];
    const ran = await runConverse(['--json', ...folders, '/invoke io:read_file {"path": "a.txt"}']);
    assert.deepEqual([ran.code, ran.stderr, said(ran)], [0, '', ['Alpha\n[1 line.]']]);
  });

  it('check arguments by the table that stands outside', async () => {
    await using root = await tempRoot({ 'a.txt': 'Alpha' });
    const folders = ['--root', root.path, '--ensembles', design];
    const ran = await runConverse(['--json', ...folders, '/invoke io:read_file {"path": 1}']);
    assert.match(said(ran).join(), /the argument "path" must be string/i);
  });

  it('name the line of a mistake in the table [invoker]', async () => {
    await using own = await tempRoot({
      'a.toml': '[ensemble]\nname = "a"\n[[invokers]]\nsource = "io/b.toml"\n',
      'io/b.toml': '[invoker]\nname = "read_file"\ntimeout = 0\n',
    });
    const ran = await programIn(own)('hello');
    assert.match(ran.stderr, /io\/b\.toml:3:11: timeout must be a number of seconds/);
  });

  it('warn of retries that have no effect, and keep the tool', async () => {
    await using own = await tempRoot({
      'own.toml': describedTool('own', ['own', 'say'], 'max_retries = 2\n'),
      'own.mjs': 'export const say = () => "Hello.";\n',
    });
    const ran = await programIn(own)('--json', '/invoke own:say {}');
    assert.deepEqual(said(ran), ['Hello.']);
    assert.match(ran.stderr, /own\.toml:8:1: max_retries has no effect/);
  });

  it('start the command line of an address with stdio://', async () => {
    const program = fakeProgram('logging-stdio.ts');
    await using own = await tempRoot({
      'a.toml': `[ensemble]\nname = "a"\nkind = "mcp"\n[server]\nurl = 'stdio://node "${program}"'\n`,
    });
    const ran = await programIn(own)('--json', '--allow', 'a:*', '/invoke a:log {}');
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(said(ran).length, 1);
    assert.match(ran.stderr, /logging: warning|a: warning/);
  });
});

describe('defaults of a schema', () => {
  it('reach the function, and are shown in what runs', async () => {
    const schema =
      'arguments = { type = "object", properties = { dice = { type = "string" }, times = { type = "integer", default = 2 } } }\n';
    await using own = await tempRoot({
      'own.toml': describedTool('own', ['own', 'roll'], schema),
      'own.mjs': 'export const roll = args => JSON.stringify(args);\n',
    });
    const ran = await programIn(own)('--json', '/invoke own:roll {"dice": "d6"}');
    const args = { dice: 'd6', times: 2 };
    assert.deepEqual([asked(ran), said(ran).map(text => JSON.parse(text))], [[args], [args]]);
  });
});
