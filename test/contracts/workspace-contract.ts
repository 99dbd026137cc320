import assert from 'node:assert/strict';
import { ConverserError, type ErrorCode } from '../../src/converser/ground/errors.ts';
import { fileErrors } from '../../src/converser/words/workspace/file-errors.ts';
import { relativePath } from '../../src/converser/words/workspace/paths.ts';
import type {
  FileQuery,
  Guard,
  Location,
  ReadGuard,
  TextQuery,
  Workspace,
} from '../../src/converser/words/workspace/workspace.ts';

/** A workspace to be tested, and ways around it to the files themselves. */
export interface WorkspaceUnderTest {
  readonly workspace: Workspace;
  /** An empty folder in it. Paths below are relative to it. */
  readonly base: Location;
  put(path: string, content: string | Uint8Array): Promise<void>;
  /** What is saved; `undefined` when there is no such file. */
  bytes(path: string): Promise<Uint8Array | undefined>;
  dispose(): Promise<void>;
}

/** The same where there are symbolic links. */
export interface LinkedWorkspaceUnderTest extends WorkspaceUnderTest {
  /** Makes a link to a path below `base`, or to a folder outside all roots. */
  link(path: string, target: { readonly inside: string } | 'outside'): Promise<void>;
  /** The text of `secret.txt` in the folder outside. */
  secret(): Promise<string>;
}

export function workspaceContract(name: string, make: () => Promise<WorkspaceUnderTest>): void {
  describe(`the workspace ${name}`, () => {
    let under: WorkspaceUnderTest;
    beforeEach(async () => {
      under = await make();
    });
    afterEach(() => under.dispose());

    const at = (path: string) => below(under.base, path);
    const text = async (path: string): Promise<string> => {
      const content = await under.workspace.read(at(path));
      assert.equal(content.kind, 'text');
      return content.kind === 'text' ? content.text : '';
    };
    const saved = async (path: string) => Buffer.from((await under.bytes(path)) ?? []).toString('latin1');
    const putAll = async (files: Readonly<Record<string, string>>) => {
      for (const [path, content] of Object.entries(files)) await under.put(path, content);
    };

    describe('looks', () => {
      it('lists a folder sorted by name, with what each thing is', async () => {
        await putAll({ 'b.txt': '', 'a/x.txt': '', 'B.txt': '' });
        assert.deepEqual(
          (await under.workspace.list(at(''))).map(({ name: entry, kind }) => `${entry} ${kind}`),
          ['B.txt file', 'a folder', 'b.txt file'],
        );
      });

      it('knows what is there and how large it is', async () => {
        await putAll({ 'a/x.txt': '12345' });
        const { kind, size } = (await under.workspace.stat(at('a/x.txt'))) ?? {};
        assert.deepEqual({ kind, size }, { kind: 'file', size: 5 });
        assert.equal((await under.workspace.stat(at('a')))?.kind, 'folder');
        assert.equal(await under.workspace.stat(at('a/y.txt')), undefined);
        assert.equal(await under.workspace.stat(at('a/x.txt/y')), undefined);
      });

      it('reads text with its line endings as they are', async () => {
        await putAll({ 'x.txt': 'Grüße\r\naus Köln\n' });
        assert.equal(await text('x.txt'), 'Grüße\r\naus Köln\n');
      });

      it('reads text in every encoding that says what it is', async () => {
        for (const [encoding, bytes] of Object.entries(encodings)) {
          await under.put(`${encoding}.txt`, bytes('Grüße 🙂\n'));
          const content = await under.workspace.read(at(`${encoding}.txt`));
          assert.deepEqual([encoding, await text(`${encoding}.txt`)], [encoding, 'Grüße 🙂\n']);
          assert.equal(content.kind === 'text' && content.encoding, encoding);
        }
      });

      it('recognizes binary files by their first bytes', async () => {
        const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 3]);
        await under.put('x.png', bytes);
        assert.deepEqual(await under.workspace.read(at('x.png')), { kind: 'binary', head: bytes, size: 11 });
      });
    });

    for (const [what, work] of [
      ['list a folder that', () => under.workspace.list(at('nowhere'))],
      ['read a file that', () => under.workspace.read(at('nowhere.txt'))],
      ['move what', () => under.workspace.move(at('x.txt'), at('y.txt'))],
      ['trash what', () => under.workspace.trash(at('x.txt'))],
    ] as const) {
      it(`refuses to ${what} does not exist`, () => rejects(work(), 'file-not-found'));
    }

    describe('writes', () => {
      it('makes a file and the folders above it', async () => {
        await under.workspace.write(at('a/b/x.txt'), { text: 'one\r\ntwo\n', replaces: null });
        assert.equal(await saved('a/b/x.txt'), 'one\r\ntwo\n');
      });

      it('replaces text', async () => {
        await putAll({ 'x.txt': 'one\ntwo\nthree\n' });
        await under.workspace.write(at('x.txt'), { text: 'one\n2\nthree\n', replaces: 'one\ntwo\nthree\n' });
        assert.equal(await saved('x.txt'), 'one\n2\nthree\n');
        assert.equal(await text('x.txt'), 'one\n2\nthree\n');
      });

      it('keeps encoding, byte order mark and line endings', async () => {
        for (const [encoding, bytes] of Object.entries(encodings)) {
          const path = `kept-${encoding}.txt`;
          await under.put(path, bytes('Grüße\r\naus\r\n'));
          await under.workspace.write(at(path), { text: 'Grüße\r\naus Köln 🙂\r\n' });
          assert.deepEqual(
            [encoding, Buffer.from((await under.bytes(path)) ?? [])],
            [encoding, Buffer.from(bytes('Grüße\r\naus Köln 🙂\r\n'))],
          );
        }
      });

      it('leaves a file alone whose text is not what was to be replaced', async () => {
        await putAll({ 'x.txt': 'mine\n' });
        await rejects(
          under.workspace.write(at('x.txt'), { text: 'yours', replaces: 'his\n' }),
          'file-conflict',
        );
        await rejects(under.workspace.write(at('x.txt'), { text: 'yours', replaces: null }), 'file-conflict');
        await rejects(under.workspace.write(at('y.txt'), { text: 'yours', replaces: '' }), 'file-conflict');
        assert.equal(await saved('x.txt'), 'mine\n');
        assert.equal(await under.bytes('y.txt'), undefined);
      });

      it('never replaces a binary file by text', async () => {
        const bytes = Uint8Array.from([1, 0, 2, 0, 0, 3, 4]);
        await under.put('x.bin', bytes);
        await rejects(under.workspace.write(at('x.bin'), { text: 'text' }), 'file-conflict');
        assert.deepEqual(Buffer.from((await under.bytes('x.bin')) ?? []), Buffer.from(bytes));
      });

      it('announces the change', async () => {
        const changed = nextChange(under.workspace);
        await under.workspace.stat(at('x.txt'));
        await under.workspace.write(at('x.txt'), { text: 'new' });
        await changed;
      });

      it('announces changes by other programs where something was read', async () => {
        await putAll({ 'x.txt': 'old' });
        await text('x.txt');
        const changed = nextChange(under.workspace);
        await under.put('x.txt', 'new');
        await changed;
      });
    });

    describe('moves', () => {
      it('takes a file to a new folder', async () => {
        await putAll({ 'x.txt': 'x' });
        await under.workspace.move(at('x.txt'), at('a/b/y.txt'));
        assert.equal(await saved('a/b/y.txt'), 'x');
        assert.equal(await under.bytes('x.txt'), undefined);
      });

      it('takes a folder with all that is in it', async () => {
        await putAll({ 'a/x.txt': 'x', 'a/b/y.txt': 'y' });
        await under.workspace.move(at('a'), at('c'));
        assert.deepEqual([await saved('c/x.txt'), await saved('c/b/y.txt')], ['x', 'y']);
      });

      it('overwrites nothing', async () => {
        await putAll({ 'x.txt': 'x', 'y.txt': 'y' });
        await rejects(under.workspace.move(at('x.txt'), at('y.txt')), 'file-conflict');
        assert.deepEqual([await saved('x.txt'), await saved('y.txt')], ['x', 'y']);
      });

      it('moves no folder into itself', async () => {
        await putAll({ 'a/x.txt': 'x' });
        await rejects(under.workspace.move(at('a'), at('a/b/a')), 'file-conflict');
        assert.equal(await saved('a/x.txt'), 'x');
      });
    });

    describe('trashes', () => {
      it('takes a folder away with all that is in it', async () => {
        await putAll({ 'a/x.txt': 'x', 'y.txt': 'y' });
        await under.workspace.trash(at('a'));
        assert.equal(await under.workspace.stat(at('a')), undefined);
        assert.equal(await saved('y.txt'), 'y');
      });

      it('leaves a root where it is', async () => {
        await rejects(under.workspace.trash({ root: under.base.root, path: '' }), 'path-refused');
      });
    });

    describe('searches', () => {
      const found = async (query: Partial<FileQuery>) => {
        const { items, hasMore } = await under.workspace.findFiles(
          { below: at(''), glob: '*', includeIgnored: false, limit: 100, ...query },
          AbortSignal.timeout(60_000),
        );
        const paths = items.map(item => relativePath(under.base, item));
        return hasMore ? [...paths, '…'] : paths;
      };
      const matches = async (query: Partial<TextQuery>) => {
        const whole: TextQuery = {
          below: at(''),
          text: '',
          isRegex: false,
          isCaseSensitive: false,
          includeIgnored: false,
          limit: 100,
          ...query,
        };
        const { items, hasMore } = await under.workspace.searchText(whole, AbortSignal.timeout(60_000));
        const lines = items.map(
          ({ location, line, text: matched }) => `${relativePath(under.base, location)}:${line}: ${matched}`,
        );
        return hasMore ? [...lines, '…'] : lines;
      };

      beforeEach(() =>
        putAll({
          '.gitignore': 'out/\n*.log\n/top.txt\n',
          'a/deep/x.ts': 'const X = 1;\r\nconst y = 2;\r\n',
          'a/top.txt': 'not the one that is left out\n',
          'a/note.log': 'const z = 3;\n',
          'a.ts': 'let a;\n// (const)\n',
          'out/b.ts': 'const b = 4;\n',
          'out/deep/c.ts': 'const c = 5;\n',
          'top.txt': 'const\n',
          '.git/config': 'const\n',
          '.hidden/x.ts': 'hidden\n',
        }),
      );

      it('finds files by name in any folder, sorted by path', async () => {
        assert.deepEqual(await found({ glob: '*.ts' }), ['.hidden/x.ts', 'a/deep/x.ts', 'a.ts']);
      });

      it('finds files by path', async () => {
        assert.deepEqual(await found({ glob: 'a/**/*.ts' }), ['a/deep/x.ts']);
        assert.deepEqual(await found({ glob: 'a/' }), ['a/deep/x.ts', 'a/top.txt']);
        assert.deepEqual(await found({ glob: '{a,b}.ts' }), ['a.ts']);
      });

      it('heeds what the ignore files above say', async () => {
        assert.deepEqual(await found({ below: at('a') }), ['a/deep/x.ts', 'a/top.txt']);
      });

      it('finds ignored files when they are asked for, and when their folder is named', async () => {
        assert.deepEqual(await found({ glob: 'b.*', includeIgnored: true }), ['out/b.ts']);
        assert.deepEqual(await found({ below: at('out'), glob: '*.ts' }), ['out/b.ts', 'out/deep/c.ts']);
      });

      it('stops at the limit and says that there is more', async () => {
        assert.deepEqual(await found({ glob: '*.ts', limit: 2 }), ['.hidden/x.ts', 'a/deep/x.ts', '…']);
        assert.deepEqual(await matches({ text: 'const', limit: 1 }), ['a/deep/x.ts:1: const X = 1;', '…']);
      });

      it('finds plain text, whatever it means in expressions', async () => {
        assert.deepEqual(await matches({ text: '(CONST)' }), ['a.ts:2: // (const)']);
      });

      it('finds expressions, also at the ends of lines that end in CRLF', async () => {
        assert.deepEqual(await matches({ text: '^const [a-z] = \\d;$', isRegex: true }), [
          'a/deep/x.ts:1: const X = 1;',
          'a/deep/x.ts:2: const y = 2;',
        ]);
      });

      it('finds text in every encoding that says what it is', async () => {
        for (const [encoding, bytes] of Object.entries(encodings))
          await under.put(`${encoding}.txt`, bytes('Grüße 🙂\r\naus Köln\n'));
        const lines = async (line: string, query: Partial<TextQuery>) =>
          assert.deepEqual(
            await matches(query),
            ['utf16be', 'utf16le', 'utf8bom'].map(encoding => `${encoding}.txt:${line}`),
          );
        await lines('1: Grüße 🙂', { text: 'GRÜßE' });
        await lines('1: Grüße 🙂', { text: '^Grüße', isRegex: true });
        await lines('2: aus Köln', { text: 'Köln$', isRegex: true });
      });

      it('finds letters however a file writes them: composed or not, and in Windows-1252', async () => {
        await putAll({ 'nfc.txt': 'x café 高\n', 'nfd.txt': 'x cafe\u0301\n', 'far.txt': 'cafè\n' });
        await under.put('old.txt', Buffer.from('x CAF\xc9 \x80 \x93a\x94\r\n', 'latin1'));
        const all = ['nfc.txt:1: x café 高', 'nfd.txt:1: x cafe\u0301', 'old.txt:1: x CAFÉ € “a”'];
        assert.deepEqual(await matches({ text: 'café' }), all);
        assert.deepEqual(await matches({ text: 'cafe\u0301' }), all);
        assert.deepEqual(await matches({ text: 'x café', isCaseSensitive: true }), all.slice(0, 2));
        assert.deepEqual(await matches({ text: '€ “A' }), all.slice(2));
        // A byte of another letter is no letter.
        assert.deepEqual(await matches({ text: 'é', below: at('nfc.txt') }), all.slice(0, 1));
        assert.deepEqual(await matches({ text: '\u00e9\u00ab' }), []);
      });

      it('finds in a named file what reading it shows, or says why not', async () => {
        await under.put('wide', Buffer.from('one word\r\ntwo', 'utf16le'));
        await under.put('old', Buffer.from('na\xefve\n', 'latin1'));
        await under.put('x.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 3]));
        assert.deepEqual(await matches({ text: 'WORD', below: at('wide') }), ['wide:1: one word']);
        assert.deepEqual(await matches({ text: 'na.ve', isRegex: true, below: at('old') }), ['old:1: naïve']);
        await rejects(matches({ text: 'N', below: at('x.png') }), 'file-unreadable');
      });

      it('says that it looks within one line', async () => {
        for (const [text, isRegex] of [
          ['a\nb', false],
          ['a\r\n', false],
          ['a\nb', true],
          ['a\\nb', true],
        ] as const)
          await rejects(matches({ text, isRegex }), 'search-failed');
        assert.deepEqual(await matches({ text: '^le[^\\r\\n]+$', isRegex: true }), ['a.ts:1: let a;']);
        for (const isRegex of [true, false])
          assert.deepEqual(await matches({ text: 'a\\\\nb', isRegex }), []);
      });

      it('distinguishes upper and lower case when asked to', async () => {
        assert.deepEqual(await matches({ text: 'const x', isCaseSensitive: true }), []);
        assert.deepEqual(await matches({ text: 'const X', isCaseSensitive: true }), [
          'a/deep/x.ts:1: const X = 1;',
        ]);
      });

      it('searches only files that match a glob, or one file', async () => {
        assert.deepEqual(await matches({ text: 'const', glob: 'a.*' }), ['a.ts:2: // (const)']);
        assert.deepEqual(await matches({ text: 'const', below: at('a.ts') }), ['a.ts:2: // (const)']);
        assert.deepEqual(await matches({ text: 'const', below: at('out/b.ts') }), [
          'out/b.ts:1: const b = 4;',
        ]);
      });

      it('shows of very long lines what surrounds the match', async () => {
        await under.put('long.txt', `${'x'.repeat(5000)}needle${'y'.repeat(5000)}\n`);
        for (const query of [{ text: 'needle' }, { text: 'ne+dle', isRegex: true }]) {
          const [line = ''] = await matches(query);
          assert.match(line, /^long\.txt:1: …x+needley+…$/);
          assert.ok(line.length < 500);
        }
      });

      it('says what is wrong with an expression', async () => {
        await rejects(matches({ text: '(', isRegex: true }), 'search-failed');
      });

      it('stops when the signal aborts', async () => {
        const query = { below: at(''), glob: '*', includeIgnored: false, limit: 10 };
        await assert.rejects(under.workspace.findFiles(query, AbortSignal.abort()));
      });
    });

    describe('tells a guard', () => {
      type Change = (guard: Guard) => Promise<void>;
      const write =
        (path: string, replaces: { readonly replaces?: string | null } = {}): Change =>
        guard =>
          under.workspace.write(at(path), { text: 'new', ...replaces }, guard);
      const move =
        (from: string, to: string): Change =>
        guard =>
          under.workspace.move(at(from), at(to), guard);
      const trash =
        (path: string): Change =>
        guard =>
          under.workspace.trash(at(path), guard);

      for (const [what, change, places] of [
        ['that it makes a file', write('b.txt'), ['b.txt']],
        ['that it makes a file that may not be there', write('b.txt', { replaces: null }), ['b.txt']],
        ['that it makes a file in new folders', write('new/deep/b.txt'), ['new/deep/b.txt']],
        ['that it replaces a text', write('a.txt'), ['a.txt']],
        ['that it replaces a certain text', write('a.txt', { replaces: 'old' }), ['a.txt']],
        ['that it moves a file', move('a.txt', 'new/b.txt'), ['a.txt', 'new/b.txt']],
        ['that it moves a folder', move('folder', 'b'), ['folder', 'b']],
        ['that it trashes a file', trash('a.txt'), ['a.txt']],
        ['that it trashes a folder', trash('folder'), ['folder']],
      ] as const) {
        it(`${what} before it does, and changes nothing that is refused`, async () => {
          await putAll({ 'a.txt': 'old', 'folder/c.txt': 'old' });
          const told: string[] = [];
          const refused = change(changed => {
            told.push(...changed.map(({ location }) => relativePath(under.base, location) ?? ''));
            throw fileErrors.fileConflict('it', 'the user was not asked.');
          });
          await rejects(refused, 'file-conflict');
          assert.deepEqual(told, places);
          const names = (await under.workspace.list(at(''))).map(({ name: entry }) => entry);
          assert.deepEqual(names, ['a.txt', 'folder']);
          assert.deepEqual([await saved('a.txt'), await saved('folder/c.txt')], ['old', 'old']);
        });
      }
    });

    describe('stays inside', () => {
      it('refuses locations that lead above the root', async () => {
        const above: Location = { root: under.base.root, path: '../x.txt' };
        await rejects(under.workspace.stat(above), 'path-refused');
        await rejects(under.workspace.read(above), 'path-refused');
        await rejects(under.workspace.write(above, { text: 'x' }), 'path-refused');
      });
    });
  });
}

/** What every implementation must do besides where there are symbolic links. */
export function linkedWorkspaceContract(name: string, make: () => Promise<LinkedWorkspaceUnderTest>): void {
  workspaceContract(name, make);
  describe(`the workspace ${name}, where links are,`, () => {
    let under: LinkedWorkspaceUnderTest;
    beforeEach(async () => {
      under = await make();
    });
    afterEach(() => under.dispose());
    const at = (path: string) => below(under.base, path);

    it('follows links to places inside', async () => {
      await under.put('a/x.txt', 'x');
      await under.link('way', { inside: 'a' });
      const content = await under.workspace.read(at('way/x.txt'));
      assert.equal(content.kind === 'text' && content.text, 'x');
      await under.workspace.write(at('way/y.txt'), { text: 'y' });
      assert.equal(Buffer.from((await under.bytes('a/y.txt')) ?? []).toString(), 'y');
      assert.deepEqual(await under.workspace.realLocation(at('way/x.txt')), at('a/x.txt'));
    });

    it('searches a named file through links', async () => {
      await under.put('a/x.txt', 'needle\n');
      await under.link('way', { inside: 'a' });
      await under.link('y.txt', { inside: 'a/x.txt' });
      await under.link('z.txt', { inside: 'y.txt' });
      const query = { includeIgnored: false, limit: 9, guard: () => {} };
      for (const path of ['way/x.txt', 'y.txt', 'z.txt']) {
        const terms = { ...query, below: at(path), text: 'needle', isRegex: false, isCaseSensitive: true };
        const { items } = await under.workspace.searchText(terms, AbortSignal.timeout(60_000));
        assert.deepEqual(items, [{ location: at(path), line: 1, text: 'needle' }]);
        const files = { ...query, below: at(path), glob: '*.txt' };
        const found = await under.workspace.findFiles(files, AbortSignal.timeout(60_000));
        assert.deepEqual(found.items, [at(path)]);
        const refuse = () => {
          throw fileErrors.fileConflict('it', 'the user was not asked.');
        };
        await rejects(
          under.workspace.searchText({ ...terms, guard: refuse }, AbortSignal.timeout(60_000)),
          'file-conflict',
        );
      }
    });

    it('tells a guard where links lead to, but not where one leads to that is itself taken', async () => {
      await under.put('a/x.txt', 'x');
      await under.link('way', { inside: 'a' });
      const told: string[] = [];
      const guard: Guard = changed => {
        told.push(...changed.map(({ location }) => relativePath(under.base, location) ?? ''));
      };
      await under.workspace.write(at('way/new.txt'), { text: 'new' }, guard);
      await under.workspace.write(at('way/x.txt'), { text: 'new' }, guard);
      await under.workspace.move(at('way/x.txt'), at('way/y.txt'), guard);
      await under.workspace.trash(at('way'), guard);
      assert.deepEqual(told, ['a/new.txt', 'a/x.txt', 'a/x.txt', 'a/y.txt', 'way']);
    });

    it('tells one who reads where links lead to, and passes on nothing that is refused', async () => {
      await under.put('a/x.txt', 'x');
      await under.link('way', { inside: 'a' });
      const told: string[] = [];
      const note: ReadGuard = place => void told.push(relativePath(under.base, place) ?? '');
      await under.workspace.read(at('way/x.txt'), note);
      await under.workspace.list(at('way'), note);
      // An editor and the disk may both be looked at.
      assert.deepEqual([...new Set(told)], ['a/x.txt', 'a']);
      const refuse: ReadGuard = () => {
        throw fileErrors.fileConflict('it', 'the user was not asked.');
      };
      await rejects(under.workspace.read(at('way/x.txt'), refuse), 'file-conflict');
      await rejects(under.workspace.list(at('way'), refuse), 'file-conflict');
      const everything = { below: at('way'), includeIgnored: true, limit: 9, guard: refuse };
      const { signal } = new AbortController();
      const files = under.workspace.findFiles({ ...everything, glob: '**' }, signal);
      const lines = under.workspace.searchText(
        { ...everything, text: 'x', isRegex: false, isCaseSensitive: true },
        signal,
      );
      for (const search of [files, lines]) {
        const { items } = await search.catch(() => ({ items: [] }));
        assert.deepEqual(items, []);
      }
    });

    it('refuses to follow links to places outside', async () => {
      const secret = await under.secret();
      await under.link('way', 'outside');
      await rejects(under.workspace.stat(at('way/secret.txt')), 'path-refused');
      await rejects(under.workspace.list(at('way')), 'path-refused');
      await rejects(under.workspace.read(at('way/secret.txt')), 'path-refused');
      await rejects(under.workspace.write(at('way/secret.txt'), { text: 'x' }), 'path-refused');
      await rejects(under.workspace.write(at('way/new/deep.txt'), { text: 'x' }), 'path-refused');
      await rejects(under.workspace.move(at('way/secret.txt'), at('x.txt')), 'path-refused');
      await rejects(under.workspace.trash(at('way/secret.txt')), 'path-refused');
      assert.equal(await under.secret(), secret);
    });

    it('moves a link to the trash, not what it leads to', async () => {
      const secret = await under.secret();
      await under.link('way', 'outside');
      await under.workspace.trash(at('way'));
      assert.deepEqual(await under.workspace.list(at('')), []);
      assert.equal(await under.secret(), secret);
    });

    it('refuses links that lead nowhere', async () => {
      await under.link('way', { inside: 'nowhere' });
      await rejects(under.workspace.write(at('way'), { text: 'x' }), 'path-refused');
      assert.equal(await under.bytes('nowhere'), undefined);
    });
  });
}

function below({ root, path }: Location, relative: string): Location {
  return { root, path: [path, relative].filter(Boolean).join('/') };
}

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  utf8bom: text => new TextEncoder().encode(`\uFEFF${text}`),
  utf16le: text => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
  utf16be: text => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
};

function nextChange({ onDidChange }: Workspace): Promise<void> {
  return new Promise(resolve => {
    const subscription = onDidChange(() => {
      subscription.dispose();
      resolve();
    });
  });
}

async function rejects(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(work, (cause: unknown) => {
    if (!(cause instanceof ConverserError)) throw cause;
    assert.equal(cause.code, code, cause.message);
    return true;
  });
}
