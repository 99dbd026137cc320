import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExportTarget, exportTargets } from '../../../../src/ensembles/mcp/export/export-targets.ts';
import {
  couldBeCommitted,
  makeChange,
  type PlannedChange,
  planChange,
  stateOf,
} from '../../../../src/ensembles/mcp/export/program-files.ts';
import { findImportable } from '../../../../src/ensembles/mcp/import/find-importable.ts';
import { readMcpJson } from '../../../../src/ensembles/mcp/mcp-json/read-mcp-json.ts';
import { createTempFolder, type TempFolder } from '../../temp-folder.ts';
import { endsOfTest } from '../ends.ts';

const access = { url: 'http://127.0.0.1:4141/mcp', key: 'converser-key' };

describe('the files of other programs', () => {
  const ends = endsOfTest();
  let temp: TempFolder;
  let home: string;
  let folder: string;
  let targets: readonly ExportTarget[];
  beforeEach(async () => {
    temp = await createTempFolder();
    ends.push(temp.dispose);
    home = temp.path;
    folder = temp.file('project');
    await mkdir(folder);
    targets = exportTargets({
      ...{ platform: 'linux', home, environment: {}, folders: [folder], vscodeKey: 'VS Code' },
      vscode: { file: temp.file('User/mcp.json'), extensions: temp.file('User/storage') },
    });
  });

  const find = (program: string, isOfFolder = false) => {
    const isMeant = (each: ExportTarget) => (each.folder !== undefined) === isOfFolder;
    const found = targets.find(each => each.program === program && isMeant(each));
    assert.ok(found, program);
    return found;
  };
  const planned = async (target: ExportTarget, change: 'set' | 'remove' = 'set') => {
    const plan = await planChange(target, change === 'set' ? access : undefined);
    assert.ok(!('problem' in plan), 'problem' in plan ? plan.problem : '');
    return plan as PlannedChange;
  };
  const refused = async (target: ExportTarget) => {
    const plan = await planChange(target, access);
    assert.ok('problem' in plan);
    return plan.problem;
  };
  const put = async (target: ExportTarget, text: string | Uint8Array) => {
    await mkdir(path.dirname(target.files[0]), { recursive: true });
    await writeFile(target.files[0], text);
  };

  it('lie where each program reads them', () => {
    const places = targets.map(({ program, files }) => `${program} ${path.relative(home, files[0])}`);
    assert.deepEqual(places, [
      'Claude Code .claude.json',
      'Codex .codex/config.toml',
      'opencode .config/opencode/opencode.json',
      'Cursor .cursor/mcp.json',
      'Windsurf .codeium/windsurf/mcp_config.json',
      'Cline User/storage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      'Cline .cline/data/settings/cline_mcp_settings.json',
      'Gemini CLI .gemini/settings.json',
      'Qwen Code .qwen/settings.json',
      'LM Studio .lmstudio/mcp.json',
      'Zed .config/zed/settings.json',
      'VS Code User/mcp.json',
      'Claude Code project/.mcp.json',
      'Codex project/.codex/config.toml',
      'opencode project/opencode.json',
      'Cursor project/.cursor/mcp.json',
      'Gemini CLI project/.gemini/settings.json',
      'Qwen Code project/.qwen/settings.json',
      'Zed project/.zed/settings.json',
      'VS Code project/.vscode/mcp.json',
    ]);
  });

  it('get an entry with a header, never with an input, and lose it again', async () => {
    for (const target of targets) {
      assert.equal((await stateOf(target)).entry, undefined);
      const plan = await planned(target);
      assert.equal(plan.before, undefined);
      assert.ok(await makeChange(target, plan));
      const text = await readFile(plan.file, 'utf8');
      assert.match(text, /"?Authorization"?\s*[:=] "Bearer converser-key"/);
      assert.ok(!text.includes('${'), text);
      const { entry, isFound } = await stateOf(target);
      assert.deepEqual([entry, isFound], [target.entry(access), true]);
      assert.equal((await planned(target)).after, text);
      const removal = await planned(target, 'remove');
      assert.ok(await makeChange(target, removal));
      assert.equal((await stateOf(target)).entry, undefined);
    }
  });

  it('can be read by nobody else when they are new, and keep their rights otherwise', async () => {
    const codex = find('Codex');
    await makeChange(codex, await planned(codex));
    assert.equal((await stat(codex.files[0])).mode & 0o777, 0o600);
    await chmod(codex.files[0], 0o640);
    const removal = await planned(codex, 'remove');
    await makeChange(codex, removal);
    assert.equal((await stat(codex.files[0])).mode & 0o777, 0o640);
    assert.deepEqual(await readdir(path.dirname(codex.files[0])), ['config.toml']);
  });

  it('are not written if they have changed since you looked', async () => {
    const claude = find('Claude Code');
    await put(claude, '{}\n');
    const plan = await planned(claude);
    await put(claude, '{ "numStartups": 2 }\n');
    assert.equal(await makeChange(claude, plan), false);
    assert.equal(await readFile(claude.files[0], 'utf8'), '{ "numStartups": 2 }\n');
    assert.equal((await readdir(home)).filter(name => name.startsWith('..claude')).length, 0);
  });

  it('stay links where yours are links, and lead out of no folder', async () => {
    const claude = find('Claude Code');
    const own = temp.file('dotfiles/claude.json');
    await temp.write('dotfiles/claude.json', '{}\n');
    await symlink(own, claude.files[0]);
    assert.ok(await makeChange(claude, await planned(claude)));
    assert.ok((await lstat(claude.files[0])).isSymbolicLink());
    assert.match(await readFile(own, 'utf8'), /converser-key/);

    const project = find('Claude Code', true);
    await symlink(claude.files[0], project.files[0]);
    assert.match(await refused(project), /leads out of the folder through a link/);
    const cursor = find('Cursor', true);
    await symlink(home, path.dirname(cursor.files[0]));
    assert.match(await refused(cursor), /leads out of the folder through a link/);
  });

  it('are left alone where they cannot be read', async () => {
    const claude = find('Claude Code');
    await put(claude, new Uint8Array([0x7b, 0xff, 0x7d]));
    assert.match(await refused(claude), /It is not UTF-8\. Change it yourself\./);
    const codex = find('Codex');
    await mkdir(codex.files[0], { recursive: true });
    assert.match(await refused(codex), /is a folder/);
    const cursor = find('Cursor');
    await put(cursor, '\uFEFF{ "mcpServers": {} }');
    const { after } = await planned(cursor);
    assert.ok(after.startsWith('\uFEFF{ "mcpServers": {"converser":'), after);
    assert.deepEqual(JSON.parse(after.slice(1)), { mcpServers: { converser: cursor.entry(access) } });
  });

  it('are another file where the program reads that one', async () => {
    const openCode = find('opencode');
    const commented = openCode.files[1] ?? '';
    await mkdir(path.dirname(commented), { recursive: true });
    await writeFile(commented, '{ // mine\n}\n');
    const plan = await planned(openCode);
    assert.equal(plan.file, commented);
    assert.match(plan.after, /\/\/ mine/);
  });

  it('do not offer Converser its own tools, which it would find there', async () => {
    for (const target of targets) await makeChange(target, await planned(target));
    const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined);
    const machine = { platform: 'linux', home, environment: {}, folders: [folder], readText } as const;
    assert.deepEqual(await findImportable(machine), { servers: [], problems: [] });
    const file = find('VS Code', true).files[0];
    const text = await readFile(file, 'utf8');
    const source = { kind: 'mcp.json', place: file } as const;
    const readOf = (text: string) => readMcpJson({ file, text, section: [], origin: 'workspace', source });
    assert.deepEqual(await readOf(text), { servers: [], diagnostics: [] });
    const read = await readOf(text.replace('127.0.0.1', 'mcp.example'));
    assert.equal(read.servers.map(({ name }) => name).join(), 'converser');
  });

  it('could be committed with a project, yours never', async () => {
    const project = find('Claude Code', true);
    assert.equal(await couldBeCommitted(project), false);
    await mkdir(path.join(home, '.git'));
    assert.equal(await couldBeCommitted(project), true);
    assert.equal(await couldBeCommitted(find('Claude Code')), false);
  });
});
