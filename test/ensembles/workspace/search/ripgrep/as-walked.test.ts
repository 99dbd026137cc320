import assert from 'node:assert/strict';
import { shownPath } from '../../../../../src/converser/words/workspace/paths.ts';
import type { Withholds, WorkspaceSearch } from '../../../../../src/converser/words/workspace/workspace.ts';
import { packagedRipgrep } from '../../../../../src/ensembles/workspace/disk/node-workspace.ts';
import { withholding } from '../../../../../src/ensembles/workspace/places/withhold.ts';
import { noAddedPlaces } from '../../../../../src/ensembles/workspace/protection/added-places.ts';
import { createWorkspaceSearch } from '../../../../../src/ensembles/workspace/search/search.ts';
import { makeTemporaryWorkspace } from '../../temporary-workspace.ts';

const secret = ['.env', 'a/.ENV.local', 'a/.ssh/x', 'ID_RSA', 'b/c.Pem', 'd/.env .', 'e/.e\u200bnv', '.aws.'];
const odd = ['.config/gcloud/y', '.CONFIG/gh/z', 'g\\.kube\\h', '.netrc:stream', '.docker/a/b.md', 'NETRC~1'];
const ignored = ['x.log', 'build/a.md', 'sub/x.log', 'sub/build/b.md', 'sub/own/c.md', 'sub/keep.log'];
const plain = ['a.md', 'a/b.md', 'a.b/c.md', 'a-b/d.md', 'é.md', 'build.md', 'sub/own.md', '.env.example'];

const everything = { isRegex: false, isCaseSensitive: true, includeIgnored: false, text: 'x', limit: 100 };

describe('a search by ripgrep', () => {
  let made: Awaited<ReturnType<typeof makeTemporaryWorkspace>>;
  beforeEach(async () => {
    made = await makeTemporaryWorkspace();
    for (const file of [...secret, ...odd, ...ignored, ...plain]) await made.write(file, 'x');
    await made.write('.gitignore', '*.log\nbuild/\n');
  });
  afterEach(() => made.dispose());

  const shown = (found: readonly { readonly location: Parameters<typeof shownPath>[0] }[]) =>
    found.map(({ location }) => shownPath(location, made.workspace.roots));
  const below = (path: string) => ({ root: made.workspace.roots[0] ?? assert.fail(), path });

  async function withheld(): Promise<Withholds> {
    const { workspace } = made;
    const patterns = () => assert.fail('No rule denies anything.');
    return withholding({ workspace, addedPlaces: noAddedPlaces, patterns } as never);
  }

  it('leaves out the same files whether all are looked at, or those whose names may be of secrets', async () => {
    const withholds = await withheld();
    const looked: Withholds = (found, real) => withholds(found, real);
    assert.ok(withholds.among);
    for (const path of ['', '.config', '.config/gcloud', 'a/.ssh', 'd']) {
      const query = { ...everything, below: below(path) };
      const all = await made.workspace.searchText(
        { ...query, withholds: looked },
        AbortSignal.timeout(20_000),
      );
      const some = await made.workspace.searchText({ ...query, withholds }, AbortSignal.timeout(20_000));
      assert.deepEqual(shown(some.leftOut), shown(all.leftOut), path);
      assert.deepEqual(shown(some.items), shown(all.items), path);
      if (path === '') for (const file of secret) assert.ok(shown(all.leftOut).includes(file), file);
    }
  });

  for (const below of ['', '!keep.log\nown/\n'])
    it(`finds by a glob what walking finds${below && ', with ignore files below'}`, async () => {
      if (below !== '') await made.write('sub/.gitignore', below);
      const walking = createWorkspaceSearch(made.workspace, async () => undefined);
      assert.ok(await packagedRipgrep());
      const globs =
        '*.md *.log build/*.md sub/** **/build *.{md,log} own* a*/*.md **/sub/**/*.md .env* b?.md !*.md';
      for (const glob of globs.split(' ')) {
        const query = { glob, below: { root: made.workspace.roots[0] ?? assert.fail(), path: '' } };
        const more = { includeIgnored: false, limit: 100 };
        const signal = AbortSignal.timeout(20_000);
        const pathsOf = async (search: WorkspaceSearch) =>
          (await search.findFiles({ ...query, ...more }, signal)).items.map(({ path }) => path);
        assert.deepEqual(await pathsOf(made.workspace), await pathsOf(walking), glob);
        const linesOf = async (search: WorkspaceSearch) =>
          shown((await search.searchText({ ...everything, ...query }, signal)).items);
        assert.deepEqual(await linesOf(made.workspace), await linesOf(walking), glob);
      }
    });
});
