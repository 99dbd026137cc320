import assert from 'node:assert/strict';
import { checkArguments } from '../../../../src/converser/call/arguments/check-arguments.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { workspaceTools } from '../../../../src/ensembles/workspace/workspace-tools.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';
import { useTools } from './use-tools.ts';

const files = {
  '/work/README.md': '# Sample\n\nOne source file.\n',
  '/work/src/hello.ts': 'export const hello = 1;\n',
  '/work/src/deep/world.ts': 'export const world = 2;\n',
  '/work/logo.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]),
};

describe('the tools of a workspace', () => {
  it('say what they do, each in words of its own', () => {
    const said = workspaceTools(createMemoryWorkspace()).map(({ description }) => description);
    for (const description of said) assert.match(description, /^[A-Z][\s\S]*\.$/);
    assert.equal(new Set(said).size, said.length);
  });
});

const twoRoots = { roots: ['app', 'lib'], files: { '/app/a.ts': '', '/lib/b.ts': '' } };

const binary = 'file-unreadable: "logo.png" can’t be read as text: it is a PNG image of 7 bytes.';
const matches = 'README.md:3: One source file.\nsrc/deep/world.ts:1: export const world = 2;';

/** What the tools tell of these files, by what they are to do. */
const told: Readonly<Record<string, readonly (readonly [args: JsonObject, expected: string | RegExp])[]>> = {
  'list_directory lists the top of the workspace when no path is given': [
    [{}, 'README.md\nlogo.png\nsrc/'],
    [{ path: '.' }, 'README.md\nlogo.png\nsrc/'],
    [{ path: '/work' }, 'README.md\nlogo.png\nsrc/'],
  ],
  'list_directory says how to read on in a large folder': [
    [{ limit: 1 }, 'README.md\n[2 more. Read on with offset 1.]'],
    [{ limit: 2, offset: 1 }, 'logo.png\nsrc/'],
  ],
  'find_files says that nothing matches': [[{ glob: '*.py' }, /^No file matches "\*\.py"\./]],
  'search_text lists matches with path and line': [[{ query: 'SOURCE|world', regex: true }, matches]],
  'read_file reads a whole file and says how many lines it has': [
    [{ path: 'README.md' }, '# Sample\n\nOne source file.\n[3 lines.]'],
  ],
  'read_file refuses lines that are not there': [
    [{ path: 'README.md', start_line: 9 }, /has 3 lines/],
    [{ path: 'README.md', start_line: 3, end_line: 2 }, /^bad-arguments: /],
  ],
  'read_file says what a binary file is instead of showing it': [[{ path: 'logo.png' }, binary]],
  'read_file names files that are called similarly, or that lie elsewhere': [
    [{ path: 'readme.txt' }, /Did you mean "README\.md"\?/],
    [{ path: 'src/helo.ts' }, /Did you mean "src\/hello\.ts"\?/],
    [{ path: 'world.ts' }, /Did you mean "src\/deep\/world\.ts"\?/],
    [{ path: 'nothing.at.all' }, /Use list_directory or find_files to look for it\.$/],
  ],
  'read_file sends folders to list_directory': [[{ path: 'src' }, /it is a folder\..*list_directory/]],
  'get_diagnostics says that it is not available where nobody knows': [
    [{}, /^not-available: Not available here: problems that an editor finds\./],
  ],
  'get_symbols says that it is not available where nobody knows': [
    [{ path: 'src/hello.ts' }, /^not-available: /],
  ],
};

describe('a tool that looks at files', () => {
  for (const [what, answers] of Object.entries(told)) {
    const [tool = '', ...does] = what.split(' ');
    it(`${does.join(' ')}: ${tool}`, async () => {
      const { tells } = useTools(createMemoryWorkspace({ files }));
      for (const [args, expected] of answers) await tells(tool, args, expected);
    });
  }
});

describe('list_directory', () => {
  it('names the roots when there are several, and looks into one by its name', async () => {
    const { tells } = useTools(createMemoryWorkspace(twoRoots));
    await tells('list_directory', {}, 'app/\nlib/');
    await tells('list_directory', { path: 'lib' }, 'b.ts');
    await tells(
      'list_directory',
      { path: 'web' },
      /does not begin with a folder of the workspace\..*app, lib/,
    );
  });

  it('says that no folder is open', async () => {
    const { tells } = useTools(createMemoryWorkspace({ roots: [] }));
    await tells('list_directory', {}, /^no-workspace: /);
  });
});

describe('find_files', () => {
  it('finds files in all roots', async () => {
    const { tells } = useTools(createMemoryWorkspace(twoRoots));
    await tells('find_files', { glob: '*.ts' }, 'app/a.ts\nlib/b.ts');
    await tells('find_files', { glob: '*.ts', limit: 1 }, 'app/a.ts\n[More follow. Read on with offset 1.]');
    await tells('find_files', { glob: '*.ts', limit: 1, offset: 1 }, 'lib/b.ts');
  });
});

describe('a list that is read in parts', () => {
  it('may be read item by item, from its first one on, but not without any', async () => {
    const asked = {
      list_directory: {},
      find_files: { glob: '*' },
      search_text: { query: 'x' },
      get_diagnostics: {},
      get_symbols: { name: 'x' },
    };
    const tools = workspaceTools(createMemoryWorkspace({ files }));
    for (const [name, args] of Object.entries(asked)) {
      const schema = tools.find(tool => tool.name === name)?.arguments ?? {};
      const isRead = async (limit: number, offset: number) =>
        (await checkArguments({ ...args, limit, offset }, schema)).valid;
      const parts = [await isRead(1, 0), await isRead(1, 1), await isRead(0, 0), await isRead(1, -1)];
      assert.deepEqual(parts, [true, true, false, false], name);
    }
  });
});

describe('files that .gitignore excludes', () => {
  it('are left out of what is found and searched, unless they are asked for', async () => {
    const workspace = createMemoryWorkspace({ files });
    const asked: (readonly [tool: string, includeIgnored: boolean])[] = [];
    const { call } = useTools({
      ...workspace,
      findFiles(terms, signal) {
        asked.push(['find_files', terms.includeIgnored]);
        return workspace.findFiles(terms, signal);
      },
      searchText(terms, signal) {
        asked.push(['search_text', terms.includeIgnored]);
        return workspace.searchText(terms, signal);
      },
    });
    const told: string[] = [];
    for (const ignored of [{}, { include_ignored: false }, { include_ignored: true }]) {
      told.push(await call('find_files', { glob: '*.none', ...ignored }));
      told.push(await call('search_text', { query: 'nowhere', ...ignored }));
    }
    const each = ['find_files', 'search_text'];
    assert.deepEqual(
      asked,
      [false, false, true].flatMap(included => each.map(tool => [tool, included])),
    );
    const isNamed = told.map(one => one.includes('.gitignore'));
    assert.deepEqual(isNamed, [true, true, true, true, false, false]);
  });
});

describe('search_text', () => {
  it('lists what editors show, and not what is saved below it', async () => {
    const workspace = createMemoryWorkspace({ files });
    workspace.editors.set('/work/src/hello.ts', '\nexport const hi = 1;\n');
    const { tells } = useTools(workspace);
    await tells('search_text', { query: 'hello' }, /^No line matches "hello"\./);
    await tells(
      'search_text',
      { query: 'export' },
      'src/deep/world.ts:1: export const world = 2;\nsrc/hello.ts:2: export const hi = 1;',
    );
  });

  it('links people to the matches, whatever stands in the lines', async () => {
    const workspace = createMemoryWorkspace({ files: { '/work/a_b.md': 'a `tick` b\n' } });
    const { screen } = useTools(workspace);
    assert.equal(
      await screen('search_text', { query: 'tick' }),
      '- [a\\_b.md:1](<memory:/work/a_b.md#L1>) `` a `tick` b ``',
    );
  });
});

describe('read_file', () => {
  it('reads some lines with their numbers, and says how to read on', async () => {
    const { tells } = useTools(createMemoryWorkspace({ files: { '/work/x': 'a\r\nb\r\nc\r\nd' } }));
    await tells(
      'read_file',
      { path: 'x', start_line: 2, end_line: 3, line_numbers: true },
      '2\tb\n3\tc\n[Lines 2 to 3 of 4. Read on with start_line 4.]',
    );
    await tells('read_file', { path: 'x', start_line: 4, end_line: 99 }, 'd\n[Lines 4 to 4 of 4.]');
  });

  it('says that a file is empty, whatever lines of it are asked for', async () => {
    const { tells } = useTools(createMemoryWorkspace({ files: { '/work/x': '' } }));
    for (const lines of [{}, { start_line: 1 }, { end_line: 9 }, { start_line: 1, end_line: 9 }])
      await tells('read_file', { path: 'x', ...lines }, '[The file is empty.]');
    await tells('read_file', { path: 'x', start_line: 2 }, /has 0 lines, not 2/);
  });

  it('shows as much of a large file as fits, at the end of a line', async () => {
    const line = 'x'.repeat(99);
    const { call } = useTools(createMemoryWorkspace({ files: { '/work/x': `${line}\n`.repeat(1000) } }));
    const read = await call('read_file', { path: 'x' });
    assert.match(read, /\n\[Lines 1 to 280 of 1000\. Read on with start_line 281\.\]$/);
    assert.ok(read.length < 30_000);
  });

  it('shows the beginning of a line that is too long', async () => {
    const { call } = useTools(createMemoryWorkspace({ files: { '/work/x': 'x'.repeat(100_000) } }));
    const read = await call('read_file', { path: 'x' });
    assert.match(read, /x…\n\[Line 1 of 1 line is too long/);
    assert.ok(read.length < 30_000);
  });

  it('says when the text is not what is saved, and when its encoding was guessed', async () => {
    const workspace = createMemoryWorkspace({
      files: { ...files, '/work/old.txt': Buffer.from('Gr\xfc\xdfe', 'latin1') },
    });
    workspace.editors.set('/work/README.md', 'new');
    const { tells } = useTools(workspace);
    await tells('read_file', { path: 'README.md' }, /^new\n\[1 line\. Includes unsaved changes/);
    await tells('read_file', { path: 'old.txt' }, /^Grüße\n.*read as windows1252/);
  });
});

describe('get_diagnostics and get_symbols', () => {
  it('list what is known', async () => {
    const workspace = createMemoryWorkspace({ files });
    const [root] = workspace.roots;
    assert.ok(root);
    const location = { root, path: 'src/hello.ts' };
    const { tells } = useTools({
      ...workspace,
      diagnostics: async () => [
        { location, line: 1, severity: 'error', message: 'wrong', source: 'ts', code: '7' },
        { location, line: 1, severity: 'hint', message: 'could be nicer' },
      ],
      symbols: async query => [
        { location, name: 'Outer', kind: 'class', startLine: 1, endLine: 9, depth: 0 },
        {
          ...{ location, name: query.kind, kind: 'method' },
          startLine: 2,
          endLine: 2,
          depth: 1,
          container: 'Outer',
        },
      ],
    });
    await tells('get_diagnostics', {}, 'src/hello.ts:1: error: wrong (ts 7)');
    await tells(
      'get_diagnostics',
      { path: 'src', severity: 'hint' },
      'src/hello.ts:1: error: wrong (ts 7)\nsrc/hello.ts:1: hint: could be nicer',
    );
    await tells('get_symbols', { path: 'src/hello.ts' }, '1-9: class Outer\n  2: method file');
    await tells(
      'get_symbols',
      { name: 'x' },
      'src/hello.ts:1-9: class Outer\nsrc/hello.ts:2: method name (in Outer)',
    );
    await tells('get_symbols', {}, /either path or name/);
  });
});
