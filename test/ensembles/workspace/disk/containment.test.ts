import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { createNodeWorkspace } from '../../../../src/ensembles/workspace/disk/node-workspace.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';
import { type UsedTools, useTools } from '../tools/use-tools.ts';

describe('no path leaves the workspace', () => {
  let made: TemporaryWorkspace;
  let tools: UsedTools;

  before(async () => {
    // Whoever misses a file looks for its name elsewhere, for which ripgrep would be started hundreds of times.
    made = await makeTemporaryWorkspace({ ripgrep: false });
    tools = useTools(made.workspace);
    await mkdir(path.join(made.root, 'sub', 'deep'), { recursive: true });
    await made.write('sub/inside.txt', 'inside');
    for (const [at, to] of [
      ['out', '../outside'],
      ['sub/up', '..'],
      ['sub/far-up', '../..'],
      ['sub/deep/out', path.join(made.beside, 'outside')],
      ['file-out', '../outside/secret.txt'],
      ['prefix', '../root-but-longer'],
      ['nowhere', '../outside/new.txt'],
      ['circle', 'circle'],
      ['in', 'sub'],
    ] as const)
      await symlink(to, path.join(made.root, at));
  });
  after(() => made.dispose());

  /** All that lies beside the root. */
  async function outside(): Promise<string> {
    const names: string[] = [];
    for (const folder of ['.', 'outside', 'root-but-longer', 'trash']) {
      names.push(folder, ...(await readdir(path.join(made.beside, folder))).sort());
    }
    const secrets = ['outside', 'root-but-longer'].map(folder =>
      readFile(path.join(made.beside, folder, 'secret.txt'), 'utf8'),
    );
    return [...names, ...(await Promise.all(secrets))].join('\n');
  }

  const part = fc.constantFrom(
    '',
    ...'.. . out OUT in sub deep up far-up prefix nowhere circle file-out outside root'.split(' '),
    ...'root-but-longer secret.txt Secret.txt new.txt %2e%2e ..%2f inside.txt'.split(' '),
  );
  const jumbled = fc.record({
    start: fc.constantFrom('', '/', 'ROOT', 'BESIDE', '//', '\\\\?\\', 'file://'),
    rest: fc
      .array(fc.tuple(part, fc.constantFrom('/', '\\')), { minLength: 1, maxLength: 7 })
      .map(parts => parts.flat().join('').slice(0, -1)),
  });
  const links = 'out sub/up/out sub/far-up/outside sub/deep/out in/deep/out prefix nowhere'.split(' ');
  const places =
    String.raw`/secret.txt \secret.txt /new.txt /new/deep.txt /../root-but-longer/secret.txt`.split(' ');
  const throughLink = fc.record({
    start: fc.constantFrom('', './', 'sub/../', 'in/../', 'ROOT'),
    rest: fc.tuple(fc.constantFrom(...links), fc.constantFrom('', ...places)).map(parts => parts.join('')),
  });
  const anyPath = fc.oneof(jumbled, throughLink, throughLink);
  const spelled = ({ start, rest }: { readonly start: string; readonly rest: string }) =>
    start.replace('ROOT', `${made.root}/`).replace('BESIDE', `${made.beside}/`) + rest;

  it('by reading, listing, finding or searching', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, async given => {
        const place = spelled(given);
        const read = await tools.call('read_file', { path: place });
        const told = `${read}\n${await tools.call('list_directory', { path: place })}`;
        const others = told.split(JSON.stringify(place).slice(1, -1)).join('');
        assert.ok(!others.includes('SECRET'), `${place}: ${told}`);
        assert.ok(!/^secret\.txt/m.test(told), `${place}: ${told}`);
      }),
      { numRuns: 400 },
    );
  });

  it('by searching below a link, or for a name that lies outside, with ripgrep and without', async () => {
    const searching = createNodeWorkspace({ roots: [made.root] });
    for (const each of [tools, useTools(searching)]) await checkSearches(each);
    searching.dispose();
  });

  async function checkSearches(tools: UsedTools): Promise<void> {
    const missing =
      'file-not-found: "secret.txt" not found. Use list_directory or find_files to look for it.';
    await tools.tells('read_file', { path: 'secret.txt' }, missing);
    for (const place of ['out', 'sub/up/out', 'prefix', 'file-out', 'sub/deep/out', 'sub/far-up/outside']) {
      await tools.tells('search_text', { query: 'SECRET', path: place }, /^path-refused: /);
      await tools.tells('find_files', { glob: '**', path: place }, /^path-refused: /);
    }
    await tools.tells('search_text', { query: 'SECRET', include_ignored: true }, /^No line matches/);
    assert.doesNotMatch(await tools.call('find_files', { glob: '../**', include_ignored: true }), /secret/);
  }

  it('by writing, editing, moving or deleting', async () => {
    const before = await outside();
    let taken = 0;
    const ways = fc.constantFrom('write', 'edit', 'move-to', 'move-from');
    await fc.assert(
      fc.asyncProperty(anyPath, ways, async (given, how) => {
        const place = spelled(given);
        await made.write('moved.txt', 'moved');
        if (how === 'write') await tools.call('write_file', { path: place, content: 'written' });
        if (how === 'move-to') await tools.call('move_file', { path: 'moved.txt', new_path: place });
        if (how === 'edit') {
          const pieces = [{ action: 'insert', line: 1, text: 'edited' }];
          await tools.call('edit_file', { path: place, pieces });
        }
        // What the links lead to must not be taken away; the links themselves may move, and are needed again.
        if (how === 'move-from' && /(secret|new)\.txt$/i.test(place)) {
          await tools.call('move_file', { path: place, new_path: `taken-${++taken}` });
        }
        assert.equal(await outside(), before, place);
      }),
      { numRuns: 400 },
    );
  });

  it('when a link is put in the way of a protected place', async () => {
    await made.write('.vscode/settings.json', '{}');
    await symlink('.vscode', path.join(made.root, 'harmless'));
    const asked = await tools.asks('write_file', { path: 'harmless/settings.json', content: '' });
    assert.match(asked ?? '', /protected/);
  });
});
