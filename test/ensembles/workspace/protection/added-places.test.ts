import assert from 'node:assert/strict';
import type { Root } from '../../../../src/converser/words/workspace/workspace.ts';
import {
  createAddedPlaces,
  mistakeInGlobs,
} from '../../../../src/ensembles/workspace/protection/added-places.ts';

const root: Root = { name: 'app', path: '/home/me/app', rules: { foldsCase: false, windows: false } };

async function whyOf(globs: readonly unknown[], path: string): Promise<string | undefined> {
  const added = createAddedPlaces({ read: () => globs, place: 'the setting' });
  return (await added.now())({ root, path });
}

const covered: Readonly<Record<string, readonly string[]>> = {
  'secrets/**': ['secrets', 'secrets/a', 'secrets/a/b.txt'],
  'secrets/*': ['secrets/a', 'secrets/a/b.txt'],
  secrets: ['secrets', 'secrets/a/b', 'packages/app/secrets/x'],
  'secrets/': ['secrets/a/b', 'packages/app/secrets/x'],
  '*.pfx2': ['a.pfx2', 'deep/down/a.pfx2', 'a.pfx2/inside'],
  '**/*.token': ['a.token', 'x/y/a.token'],
  '/notes.md': ['notes.md'],
  './infra/prod/**': ['infra/prod/main.tf'],
  'infra\\prod\\**': ['infra/prod/main.tf'],
  'infra/{prod,stage}/**': ['infra/prod/a', 'infra/stage/a'],
  'infra/@(prod|stage)': ['infra/prod/a', 'infra/stage'],
  'db[0-9].sqlite': ['db3.sqlite', 'x/db3.sqlite'],
  'app/data/**': ['data/x'],
  '/home/me/app/data': ['data/x', 'data'],
  '**': ['anything', 'any/thing'],
  ' padded/** ': ['padded/x'],
  'app/(Secret)/**': ['app/(secret)', 'app/(secret)/a', 'app/secret/a'],
  '[...keys]/*': ['[...keys]/a/b'],
  'infra/\\[id\\]': ['infra/[id]/x'],
  'plan (copy).*': ['deep/plan (copy).md'],
};

const left: Readonly<Record<string, readonly string[]>> = {
  'secrets/**': ['secret', 'secrets2/a', 'x/secrets/a', 'src/secrets.ts'],
  '*.pfx2': ['a.pfx', 'pfx2'],
  '/notes.md': ['docs/notes.md', 'notes.md5'],
  'infra/{prod,stage}/**': ['infra/dev/a', 'infra'],
  'db[0-9].sqlite': ['db.sqlite', 'dbx.sqlite'],
  'infra/(secret)/**': ['infra/(other)/a', 'secret/a'],
  '/home/me/app/data': ['src/data', 'home/me'],
};

describe('the places that you add to the protected ones', () => {
  for (const [glob, paths] of Object.entries(covered)) {
    for (const path of paths) {
      it(`are those that match ${glob}, such as ${path}`, async () => {
        assert.equal(await whyOf(['other', glob], path), `it matches ${glob.trim()} in the setting.`);
      });
    }
  }

  for (const [glob, paths] of Object.entries(left)) {
    it(`leave alone what ${glob} does not mean`, async () => {
      for (const path of paths) assert.equal(await whyOf([glob], path), undefined, path);
    });
  }

  it('change with the setting, at the next look', async () => {
    let globs: readonly unknown[] = [];
    const added = createAddedPlaces({ read: () => globs, place: 'the setting' });
    const why = async () => (await added.now())({ root, path: 'secrets/a' });
    assert.equal(await why(), undefined);
    globs = ['secrets'];
    assert.equal(await why(), 'it matches secrets in the setting.');
    globs = ['other'];
    assert.equal(await why(), undefined);
  });

  for (const [written, mistake] of [
    ['!secrets/public', /leaves places out, but places can only be added/],
    ['secrets/!(public)/**', /leaves places out/],
    ['', /names no place/],
    ['./', /names no place/],
    ['~/keys/**', /begins with "~"\. Write the whole path/],
    ['../other/**', /leads up with "\.\."/],
    ['a/../../b', /leads up/],
    ['x'.repeat(1001), /more than 1000 characters/],
    ['[z-a]x', /can’t be used/],
    [17, /17 isn’t a glob in quotes/],
    [null, /null isn’t a glob/],
    [{ 'secrets/**': true }, /isn’t a glob/],
  ] as const) {
    it(`are all places as long as ${JSON.stringify(written).slice(0, 40)} is among them`, async () => {
      const why = (await whyOf(['secrets/**', written], 'src/app.ts')) ?? '';
      assert.match(why, /^every place is, until the setting is corrected: /);
      assert.match(why, mistake);
      assert.match((await mistakeInGlobs([written])) ?? '', mistake);
    });
  }

  it('are all places if there are more globs than can be compared in time', async () => {
    const many = Array.from({ length: 201 }, (_, index) => `place-${index}`);
    assert.match((await whyOf(many, 'src/app.ts')) ?? '', /201 globs are too many\. Write at most 200\./);
    const long = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(900)}${index}`);
    assert.match((await whyOf(long, 'src/app.ts')) ?? '', /the globs are too long/);
  });

  it('show a glob that a folder wrote as you may rely on it', async () => {
    const why = await whyOf(['secrets/**\n\u202eallowed'], 'secrets/**\n\u202eallowed');
    assert.equal(why, 'it matches secrets/**\\u000a\\u202eallowed in the setting.');
  });
});
