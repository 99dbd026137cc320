import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import {
  absolutePath,
  comparePaths,
  locatePath,
  shownPath,
  uniqueNames,
} from '../../../../src/converser/words/workspace/paths.ts';
import type { Location, PathRules, Root } from '../../../../src/converser/words/workspace/workspace.ts';

const posix: PathRules = { foldsCase: false, windows: false };
const mac: PathRules = { foldsCase: true, windows: false };
const windows: PathRules = { foldsCase: true, windows: true };

function roots(rules: PathRules, ...paths: readonly string[]): readonly Root[] {
  const names = uniqueNames(paths.map(path => path.split('/').at(-1) ?? ''));
  return paths.map((path, index) => ({ name: names[index] ?? '', path, rules }));
}

function located(path: string, among: readonly Root[]): string {
  try {
    const location = locatePath(path, among);
    return `${location.root.name}:${location.path}`;
  } catch (cause) {
    if (cause instanceof ConverserError && cause.code === 'path-refused') return 'refused';
    throw cause;
  }
}

describe('a path of a tool', () => {
  it('is relative to the only root', () => {
    const one = roots(posix, '/home/me/app');
    const spellings = 'src/a.ts ./src//a.ts src\\a.ts lib/../src/./a.ts /home/me/app/src/a.ts'.split(' ');
    for (const path of spellings) assert.equal(located(path, one), 'app:src/a.ts');
    for (const path of ['', '.', './', '/home/me/app/']) assert.equal(located(path, one), 'app:');
  });

  it('begins with the name of a root when there are several', () => {
    const several = roots(posix, '/home/me/app', '/home/me/lib');
    assert.equal(located('lib/a.ts', several), 'lib:a.ts');
    assert.equal(located('LIB/a.ts', several), 'lib:a.ts');
    assert.equal(located('/home/me/lib/a.ts', several), 'lib:a.ts');
    assert.equal(located('src/a.ts', several), 'refused');
  });

  it('lies in the innermost root that holds it', () => {
    assert.equal(located('/w/app/a.ts', roots(posix, '/w', '/w/app')), 'app:a.ts');
  });

  it('is refused when it leads out', () => {
    const one = roots(posix, '/home/me/app');
    const paths = [
      ...['..', '../app/a.ts', 'src/../../a.ts', '..\\a.ts', '/etc/passwd', '/home/me/app-but-longer/a.ts'],
      ...['/home/me/app/../x', '/home/me/APP/a.ts', '//server/share/a.ts', '\\\\server\\share\\a.ts'],
      ...['\\\\?\\C:\\a.ts', 'C:\\a.ts', 'C:a.ts', 'file:///home/me/app/a.ts', 'a\0b'],
    ];
    for (const path of paths) assert.equal(located(path, one), 'refused', path);
  });

  it('is never decoded', () => {
    assert.equal(located('%2e%2e/%2fetc', roots(posix, '/home/me/app')), 'app:%2e%2e/%2fetc');
  });

  it('is compared as the file system does', () => {
    assert.equal(located('/HOME/Me/App/a.ts', roots(mac, '/home/me/app')), 'app:a.ts');
    assert.equal(located('c:\\work\\App\\a.ts', roots(windows, 'C:/Work/app')), 'app:a.ts');
  });

  it('is refused when Windows would take it for something else', () => {
    const one = roots(windows, 'C:/work');
    const odd = [
      'aux',
      'a/NUL.txt',
      'com1',
      'a.txt:stream',
      'a.txt::$DATA',
      'a. ',
      'a/b.',
      'D:a',
      'D:/a',
      '/a',
    ];
    for (const path of odd) assert.equal(located(path, one), 'refused', path);
    assert.equal(located('auxiliary/a.txt', one), 'work:auxiliary/a.txt');
    assert.equal(located('aux', roots(posix, '/work')), 'work:aux');
  });

  it('never names a place outside, and is named again by what is shown of it', () => {
    const piece = fc.constantFrom(
      ...['..', '.', '', 'a', 'A', 'b c', 'work', 'Work', 'home', 'lib', 'C:', 'c:', 'aux', 'a:b', 'a.'],
      ...['%2e%2e', '%2f'],
      ...['~', '?', '\u202e', '\0', '…', 'é', 'e\u0301', 'server'],
    );
    const path = fc
      .array(fc.tuple(piece, fc.constantFrom('/', '\\', '//', '/./', '\\..\\')), { maxLength: 8 })
      .map(parts => parts.flat().join(''));
    const starts = ['', '/', '\\', '//', '\\\\?\\', '/home/work', '/home/workshop/', 'C:/work/', 'file:///'];
    const start = fc.constantFrom(...starts);
    const all = fc.constantFrom(
      roots(posix, '/home/work'),
      roots(posix, '/home/work', '/home/work/lib', '/lib'),
      roots(mac, '/home/Work'),
      roots(windows, 'C:/work'),
      roots(windows, 'C:/work', 'D:/lib'),
      roots(posix, '/'),
    );
    fc.assert(
      fc.property(start, path, all, (beginning, rest, among) => {
        let location: Location;
        try {
          location = locatePath(beginning + rest, among);
        } catch (cause) {
          assert.ok(cause instanceof ConverserError && cause.code === 'path-refused');
          return;
        }
        const parts = location.path.split('/');
        assert.ok(among.includes(location.root));
        assert.ok(location.path === '' || parts.every(part => part !== '' && part !== '.' && part !== '..'));
        assert.ok(!/[\\\0]/.test(location.path));
        assert.ok(absolutePath(location).startsWith(location.root.path));
        // A name that looks like a drive at the start, or a path that is the name of a root, is only told apart when absolute.
        if (!/^[a-z]:/i.test(location.path)) {
          assert.deepEqual(locatePath(shownPath(location, among), among), location);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('paths', () => {
  it('are sorted part by part', () => {
    const sorted = ['a.ts', 'b', 'a/b', 'a', 'B', 'a/b/c'].sort(comparePaths);
    assert.deepEqual(sorted, ['B', 'a', 'a/b', 'a/b/c', 'a.ts', 'b']);
  });

  it('begin with names of roots that differ', () => {
    assert.deepEqual(uniqueNames(['app', 'App', 'a/b', '']), ['app', 'App (2)', 'a-b', 'root']);
  });
});
