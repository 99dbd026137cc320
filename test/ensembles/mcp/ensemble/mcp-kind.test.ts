import assert from 'node:assert/strict';
import { lazyKind } from '../../../../src/ensembles/descriptors/ensemble-kind.ts';
import { formatDiagnostic } from '../../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpKind } from '../../../../src/ensembles/mcp/ensemble/mcp-kind.ts';
import { eventually } from '../../../eventually.ts';
import { connect, find, folder, prepare } from '../../descriptors/prepare.ts';
import { createTempFolder, type TempFolder } from '../../temp-folder.ts';
import { call, texts } from '../call.ts';
import { endsOfTest } from '../ends.ts';
import { createPorts, fakeProgram, serverProgram } from '../servers.ts';

describe('a descriptor of an MCP server', () => {
  let temp: TempFolder;
  const undo = endsOfTest();
  beforeEach(async () => {
    temp = await createTempFolder();
    undo.push(temp.dispose);
  });

  const server = (...args: readonly string[]) =>
    `[ensemble]\nname = "tried"\nkind = "mcp"\ntitle = "Tried"\n[server]\ntransport = "stdio"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(args)}\n`;

  async function prepareServer(text: string) {
    await temp.write('tried.toml', text);
    const prepared = await prepare({ folders: [folder(temp.path)] });
    undo.push(
      () => prepared.roster.dispose(),
      () => prepared.ensembles.dispose(),
    );
    const [ensemble] = prepared.roster.ensembles;
    if (ensemble === undefined) throw new Error(JSON.stringify([...prepared.ensembles.diagnostics]));
    return { ...prepared, ensemble: ensemble as McpEnsemble };
  }

  it('becomes an ensemble, whose tools are called by name', async () => {
    const { roster, ensemble } = await prepareServer(server(serverProgram('memory')));
    await connect(roster);
    assert.equal(find(roster, 'tried:read_graph').origin, 'user');
    assert.equal(find(roster, 'tried__read_graph').name, 'read_graph');
    assert.match(texts(await call(ensemble, 'read_graph'))[0] ?? '', /"entities"/);
  });

  it('may give the command line as an address, which is approved like a command', async () => {
    const { ensemble } = await prepareServer(server('a b', '--c', "it's"));
    const head = '[ensemble]\nname = "tried"\nkind = "mcp"\n[server]\n';
    for (const transport of ['', 'transport = "stdio"\n']) {
      const url = `stdio://"${process.execPath}" "a b" --c "it's"`;
      const short = await prepareServer(`${head}${transport}url = ${JSON.stringify(url)}\n`);
      assert.deepEqual(short.ensemble.definition.transport, ensemble.definition.transport);
    }
  });

  it('sets the limits and settings that it contains', async () => {
    await temp.write('files/a.txt', 'A');
    const { roster, ensemble } = await prepareServer(
      `${server(serverProgram('filesystem'), temp.file('files'))}eager = true\nmax_timeout = 90\n[defaults]\ntimeout = 7\nmax_retries = 1\noffer = "on demand"\n[[invokers]]\nname = "read_text_file"\ntimeout = 100\noffer = "always"\npermission = "allow"\nannotations = { readOnly = true }\n[[invokers]]\nname = "write_file"\nenabled = false\n`,
    );
    assert.ok(ensemble.definition.eager);
    assert.equal(ensemble.definition.source.place, temp.file('tried.toml'));
    await connect(roster);
    const read = find(roster, 'tried:read_text_file');
    const limits = { timeLimit: 100_000, totalTimeLimit: 100_000, maxRetries: 1 };
    assert.deepEqual([read.limits, read.permission], [limits, 'allow']);
    const other = find(roster, 'tried:list_directory');
    const { timeLimit, totalTimeLimit } = other.limits;
    assert.deepEqual([timeLimit, totalTimeLimit, other.permission], [7_000, 90_000, undefined]);
    assert.deepEqual([read.offer, other.offer], ['always', 'on demand']);
    assert.equal(roster.find('tried:write_file').kind, 'unknown');
    const args = { path: temp.file('files/a.txt') };
    assert.deepEqual(texts(await call(ensemble, 'read_text_file', { args }))[0], 'A');
  });

  it('has a mistake where it names tools that the server does not have, once the server is known', async () => {
    const settings = '[[invokers]]\nname = "okay"\npermission = "allow"\n';
    const { roster, ensembles } = await prepareServer(
      `${server(fakeProgram('misbehaving-stdio.ts'), '--broken-schemas')}${settings}`,
    );
    assert.equal(ensembles.diagnostics.size, 0);
    const told = () => [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    const heard = eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size > 0);
    await connect(roster);
    await heard;
    assert.equal(told().length, 3);
    assert.match(told()[0] ?? '', /:5:2: The tool "no_schema" isn’t offered\. .* \(server\)$/);
    assert.match(
      `${told()[2]}`,
      /:10:8: The server has no tool "okay"\. It has ok, .* \(invokers\[0\]\.name\)$/,
    );
    for (const name of ['ok', 'no_type', 'old_dialect'])
      assert.equal(find(roster, `tried:${name}`).name, name);
    for (const name of ['no_schema', 'nowhere']) assert.equal(roster.find(`tried:${name}`).kind, 'unknown');
  });

  it('loads nothing before the first descriptor', async () => {
    let loads = 0;
    const kind = lazyKind('mcp', async () => {
      loads++;
      return mcpKind(createPorts());
    });
    const local = '[ensemble]\nname = "a"\nkind = "local"\n[[invokers]]\nimplementation = "greet"\n';
    await temp.write('a.toml', local);
    const { ensembles } = await prepare({ folders: [folder(temp.path)], kinds: [kind] });
    undo.push(() => ensembles.dispose());
    assert.equal(loads, 0);
    await temp.write('b.toml', server('b.js').replace('tried', 'b'));
    await temp.write('c.toml', server('c.js').replace('tried', 'c'));
    await ensembles.reload();
    assert.equal(loads, 1);
  });
});
