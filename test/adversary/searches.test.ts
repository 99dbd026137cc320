/** Files and patterns that fill the memory of whatever searches, or make it wait for ever. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Workspace } from '../../src/converser/words/workspace/workspace.ts';
import { createNodeWorkspace, packagedRipgrep } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { createWorkspaceSearch } from '../../src/ensembles/workspace/search/search.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { useTools } from '../ensembles/workspace/tools/use-tools.ts';
import { eventually, often } from '../eventually.ts';
import { createMemoryWorkspace } from '../fakes/memory-workspace.ts';
import { eachWorkspace } from './each-workspace.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

describe('a search', () => {
  const made = eachWorkspace();

  /** What a model is told, and the most memory that the process needed, in megabytes. */
  async function search(name: string, args: object, { program = '', limit = 60_000 } = {}) {
    const script = path.join(import.meta.dirname, 'search-memory.ts');
    const given = [script, made.root, program, name, JSON.stringify(args), String(limit)];
    const { stdout } = await run(process.execPath, given, { maxBuffer: 100_000 });
    return JSON.parse(stdout) as { readonly told: string; readonly megabytes: number };
  }

  async function script(...lines: readonly string[]): Promise<string> {
    const file = path.join(made.beside, 'rg');
    await writeFile(file, ['#!/bin/sh', ...lines].join('\n'));
    await chmod(file, 0o755);
    return file;
  }

  for (const program of ['', 'none']) {
    it(`shows of a line of 19 MB what fits, ${program === '' ? 'with' : 'without'} ripgrep`, async () => {
      await made.write('long.txt', 'xy'.repeat(9_500_000));
      await made.write('short.txt', 'y\n');
      const { told, megabytes } = await search('search_text', { query: 'y' }, { program });
      assert.match(told, /^long\.txt:1: (xy)+…\nshort\.txt:1: y$/);
      assert.ok(megabytes < 300, `${megabytes} MB`);
    });
  }

  it('shows of a long line what surrounds the match, and says where that is too far on', async () => {
    await made.write('a.txt', `${'é'.repeat(4000)}needle${'y'.repeat(50_000)}`);
    await made.write('b.txt', `${'x'.repeat(50_000)}needle`);
    const { call } = useTools(made.workspace);
    const [a = '', b = ''] = (await call('search_text', { query: 'NEEDLE' })).split('\n');
    assert.match(a, /^a\.txt:1: …é+needley+…$/);
    assert.match(b, /^b\.txt:1: x+… \[matches further on in this long line\]$/);
  });

  it('keeps no more than you can ask for of very many matches', async () => {
    await made.write('many.txt', 'y\n'.repeat(2_000_000));
    const { told, megabytes } = await search('search_text', { query: 'y', offset: 50_000 });
    assert.match(told, /^many\.txt:50001: y\n/);
    assert.ok(megabytes < 300, `${megabytes} MB`);
  });

  it('drops what a program prints without ever ending it', async function () {
    if (isWindows) this.skip();
    const program = await script('yes | tr -d "\\n"');
    const { told, megabytes } = await search('search_text', { query: 'y' }, { program, limit: 1500 });
    assert.match(told, /TimeoutError/);
    assert.ok(megabytes < 300, `${megabytes} MB`);
  });

  it('ends at once when it is stopped, and the program with it', async function () {
    if (isWindows) this.skip();
    const started = path.join(made.beside, 'pid');
    const program = await script(
      `echo $$ > ${started}.new`,
      `mv ${started}.new ${started}`,
      'exec sleep 1000',
    );
    const workspace = createNodeWorkspace({ roots: [made.root], ripgrep: async () => program });
    const stop = new AbortController();
    const searching = useTools(workspace).call('find_files', { glob: '*' }, stop.signal);
    searching.catch(() => {});
    const pid = Number(await eventually(often, () => readFile(started, 'utf8').catch(() => undefined)));
    stop.abort();
    await assert.rejects(searching, cause => cause === stop.signal.reason);
    await eventually(often, () => !isRunning(pid));
    workspace.dispose();
  });

  describe('with an ignore file that is none', () => {
    const kinds: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
      'a link to an endless device': file => symlink('/dev/zero', file),
      'a pipe': file => run('mkfifo', [file]),
      'gigabytes large': async file => {
        const handle = await open(file, 'w');
        await handle.truncate(8_000_000_000);
        await handle.close();
      },
      'a folder': file => mkdir(file),
      'a link to itself': file => symlink(path.basename(file), file),
      'a link to a pipe in the workspace': async file => {
        await run('mkfifo', [`${file}.pipe`]);
        await symlink(`${path.basename(file)}.pipe`, file);
      },
    };

    for (const [kind, make] of Object.entries(kinds)) {
      it(`takes no notice of what is ${kind}`, async function () {
        if (isWindows) this.skip();
        await made.write('deep/er/a.txt', 'needle\n');
        await made.write('.gitignore', 'out/\n');
        await made.write('out/b.txt', 'needle\n');
        await Promise.all(
          ['.ignore', '.rgignore', 'deep/.gitignore', 'deep/er/.gitignore', 'deep/er/.ignore'].map(file =>
            make(path.join(made.root, file)),
          ),
        );
        const { call } = useTools(made.workspace);
        const signal = AbortSignal.timeout(30_000);
        assert.equal(await call('search_text', { query: 'needle' }, signal), 'deep/er/a.txt:1: needle');
        assert.equal(await call('find_files', { glob: 'a.*', path: 'deep' }, signal), 'deep/er/a.txt');
      });
    }

    it('needs no more memory for that', async function () {
      if (isWindows) this.skip();
      await made.write('a.txt', 'needle\n');
      await symlink('/dev/zero', path.join(made.root, '.gitignore'));
      for (const program of ['', 'none']) {
        const { told, megabytes } = await search('find_files', { glob: 'a.*' }, { program });
        assert.equal(told, 'a.txt');
        assert.ok(megabytes < 300, `${megabytes} MB`);
      }
    });
  });

  it('heeds ignore files in folders of any name', async () => {
    for (const folder of ['a b', '[x]', '!n', '#h', 'st*r', 'back\\slash'].filter(
      name => !isWindows || !/[*\\]/.test(name),
    )) {
      await made.write(`${folder}/.gitignore`, '*.log\n/own.txt\n!kept.log\n');
      for (const file of ['x.log', 'deep/x.log', 'own.txt', 'deep/own.txt', 'kept.log'])
        await made.write(`${folder}/${file}`, '');
      const { call } = useTools(made.workspace);
      const found = await call('find_files', { glob: '*.{log,txt}' });
      assert.deepEqual(
        found.split('\n').filter(line => line.startsWith(`${folder}/`)),
        [`${folder}/deep/own.txt`, `${folder}/kept.log`],
      );
    }
  });
});

/** Globs and expressions that take an engine that tries one way after the other longer than anybody waits. */

const longName = `${'a'.repeat(60)}.d.ts`;
const longLine = `${'a'.repeat(60)}!`;

const globs = [
  `${'*?'.repeat(18)}Z`,
  `${'*a'.repeat(200)}Z`,
  `**/${'**/'.repeat(100)}Z`,
  `${'a*'.repeat(30)}/${'*a'.repeat(30)}Z`,
  `${'{a,aa}'.repeat(30)}Z`,
  `${'{*,?*}'.repeat(60)}Z`,
  `${'+(a|aa)'.repeat(20)}Z`,
  `+(+(+(+(a))))Z`,
  `*(*(a*)*(a*))Z`,
  `${'!'.repeat(500)}${'*a'.repeat(100)}/Z`,
  `!(${'*a'.repeat(20)})Z`,
  `${'{'.repeat(300)}a,b${'}'.repeat(300)}`,
  `${'('.repeat(490)}${')'.repeat(490)}`,
  `${'{a,b'.repeat(200)}${'}'.repeat(200)}`,
  `{1..1000}${'{0..999}'.repeat(20)}`,
  `${'[a-z]+'.repeat(100)}Z`,
];

const expressions = [
  '(a+)+$',
  '(a|aa)+$',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){20}b',
  '(?:a?){100}a{100}b',
  `${'a*'.repeat(50)}b`,
  '(x+x+)+y',
  '((((a*)*)*)*)*b',
  '(a{1,500}){1,500}b',
  '(?:(?:a{9}){9}){9}b',
  `${'(a|'.repeat(200)}${')'.repeat(200)}+b`,
  '(?=a)(a+)+$',
  '(a+)\\1+$',
];

const ignoreLines = [
  `${'*a'.repeat(30)}b`,
  `${'*?'.repeat(30)}Z`,
  `${'**/'.repeat(60)}b`,
  `${'a*'.repeat(100)}/${'*a'.repeat(100)}`,
  `[${'a-'.repeat(100)}`,
  `${'\\a*'.repeat(90)}b`,
  `${'[a-z]*'.repeat(60)}Z`,
].join('\n');

describe('a pattern that would take another engine for ever', () => {
  let made: TemporaryWorkspace;
  let plain: TemporaryWorkspace;
  const files = { [`deep/er/${longName}`]: longLine, 'x.txt': `${longLine}\n${'x'.repeat(60)}\n` };

  before(async () => {
    made = await makeTemporaryWorkspace();
    plain = await makeTemporaryWorkspace({ ripgrep: false });
    for (const [file, text] of Object.entries(files)) {
      await made.write(file, text);
      await plain.write(file, text);
    }
  });
  after(async () => {
    await made.dispose();
    await plain.dispose();
  });

  /** Wherever patterns are matched: by ripgrep, by ourselves, and in what an editor has not saved yet. */
  const places: Readonly<Record<string, () => Workspace>> = {
    'with ripgrep': () => made.workspace,
    'without ripgrep': () => plain.workspace,
    'in a virtual workspace'() {
      const inMemory = createMemoryWorkspace({
        files: Object.fromEntries(Object.entries(files).map(([file, text]) => [`/work/${file}`, text])),
      });
      inMemory.editors.set('/work/x.txt', files['x.txt'] ?? '');
      return inMemory;
    },
    'in an editor that is not saved'() {
      const [root] = made.workspace.roots;
      assert.ok(root);
      const unsaved = [{ location: { root, path: 'x.txt' }, text: files['x.txt'] ?? '' }];
      const seen = { ...made.workspace, unsaved: () => unsaved };
      return { ...seen, ...createWorkspaceSearch(seen, packagedRipgrep) };
    },
  };

  for (const [place, workspace] of Object.entries(places)) {
    it(`ends as a glob, ${place}`, async () => {
      const { call } = useTools(workspace());
      for (const glob of globs) {
        const signal = AbortSignal.timeout(30_000);
        assert.match(await call('find_files', { glob }, signal), nothingOrRefused, glob);
        // With ripgrep, paths are compared in the same way as above.
        if (place === 'with ripgrep') continue;
        assert.match(await call('search_text', { query: '!', glob }, signal), nothingOrRefused, glob);
      }
    });

    it(`ends as an expression, ${place}`, async () => {
      const { call } = useTools(workspace());
      for (const query of expressions) {
        await call('search_text', { query, regex: true }, AbortSignal.timeout(30_000));
      }
    });

    it(`says what to do instead of looking around, ${place}`, async () => {
      const { call } = useTools(workspace());
      for (const query of ['(?=a)b', '(?<!a)b', '(a)\\1']) {
        assert.match(
          await call('search_text', { query, regex: true }),
          /^search-failed: .*look-ahead.*Use a simpler expression/,
          query,
        );
      }
    });
  }

  it('ends in an ignore file', async () => {
    for (const { write, workspace } of [made, plain]) {
      await write('.gitignore', ignoreLines);
      await write('deep/.ignore', ignoreLines);
      const { call } = useTools(workspace);
      const signal = AbortSignal.timeout(30_000);
      assert.match(await call('find_files', { glob: '*.d.ts' }, signal), /a\.d\.ts$/);
      assert.match(await call('search_text', { query: '!', path: 'deep/er' }, signal), /a!$/);
    }
  });

  it('lets Stop through while it is compared with much text', async () => {
    const lines = `${'ab'.repeat(2000)}\n`.repeat(4000);
    const { call } = useTools(createMemoryWorkspace({ files: { '/work/x.txt': lines } }));
    const stop = new AbortController();
    const searching = call('search_text', { query: '(?:.*a){60}(?:a|b){500}c', regex: true }, stop.signal);
    searching.catch(() => {});
    await setTimeout(1);
    stop.abort();
    await assert.rejects(searching, cause => cause === stop.signal.reason);
  });
});

const nothingOrRefused = /^(No (file|line) matches|bad-arguments: |search-failed: )/;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
