import assert from 'node:assert/strict';
import fc from 'fast-check';
import { protectedPlace } from '../../../../src/ensembles/workspace/protection/protected-place.ts';

const protectedPaths = [
  ...'.vscode/settings.json a/.vscode .converser/ensembles/x.toml .git/hooks/pre-commit a/b/.git/config'.split(
    ' ',
  ),
  ...'mcp.json a/.mcp.json my.code-workspace converser.lock.toml .bashrc home/.zshenv x/.profile'.split(' '),
  ...'Microsoft.PowerShell_profile.ps1 .config/fish/config.fish .envrc'.split(' '),
];

describe('protected places', () => {
  for (const path of protectedPaths) {
    it(`include ${path}`, () => assert.ok(protectedPlace(path)));
  }

  const ordinary = 'README.md src/git/x.ts vscode/settings.json .github/x.md mcp.json.md .gitignore';
  for (const path of ordinary.split(' ')) {
    it(`do not include ${path}`, () => assert.equal(protectedPlace(path), undefined));
  }

  it('of several names in a row are those names in that row', () => {
    assert.ok(protectedPlace('a/.config/fish/config.fish'));
    assert.ok(protectedPlace('.config/fish'));
    for (const path of ['.config/x/fish', '.config/a.txt', 'fish/x.fish', '.config', 'fish/.config']) {
      assert.equal(protectedPlace(path), undefined, path);
    }
  });

  it('are known under every spelling that some file system takes for the same', () => {
    const spelling = fc.tuple(
      fc.constantFrom(...protectedPaths),
      fc.infiniteStream(fc.boolean()),
      fc.constantFrom('/', '\\'),
      fc.constantFrom('', '.', ' ', '. .', '::$INDEX_ALLOCATION', ':stream'),
      fc.constantFrom('', '\u200c', '\ufeff', '\u00ad'),
    );
    fc.assert(
      fc.property(spelling, ([path, upper, separator, ending, invisible]) => {
        const spelled = [...path]
          .map(letter => (upper.next().value ? letter.toUpperCase() : letter))
          .join(invisible)
          .replaceAll('/', separator);
        assert.ok(protectedPlace(spelled + ending), JSON.stringify(spelled + ending));
      }),
    );
  });
});
