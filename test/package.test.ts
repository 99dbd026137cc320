import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packagesOfEnsembles } from '../esbuild.js';
import { extensionPackage } from './workbench/package-extension.ts';

describe('the package that VS Code installs', function () {
  this.timeout(120_000);
  let bytes: Buffer;
  let files: readonly string[];

  before(async () => {
    bytes = await readFile((await extensionPackage()).file);
    files = filesOf(bytes).filter(name => name.startsWith('extension/'));
  });

  it('is at most 6 MB', () => {
    assert.ok(bytes.length < 6_000_000, `${bytes.length} bytes`);
  });

  it('has what the extension is made of', () => {
    const needed = [
      'package.json',
      'readme.md',
      'changelog.md',
      'LICENSE.txt',
      'dist/extension.js',
      'dist/sidebar.js',
      'dist/diagram.js',
      'dist/report.js',
      'dist/codicon.css',
      'dist/codicon.ttf',
      'dist/katex/katex.min.css',
      'dist/katex/fonts/KaTeX_Main-Regular.woff2',
      'media/converser.png',
      'media/sidebar.css',
      'media/answers.css',
      'media/card.css',
      'media/diagram.css',
      'ensembles/descriptor.schema.json',
      'media/guide/index.md',
      'ensembles/clock.mjs',
      'ensembles/probability.mjs',
      'ensembles/calculate.mjs',
      'ensembles/packages/decimal.mjs',
      'ensembles/packages/simple-statistics.mjs',
    ];
    assert.deepEqual(
      needed.filter(name => !files.includes(`extension/${name}`)),
      [],
    );
  });

  it('has nothing else: no sources, tests, source maps or programs', () => {
    const expected = [
      /^(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
      /^dist\/(chunks\/)?[\w.-]+\.(js|css|ttf|LEGAL\.txt)$/,
      /^dist\/katex\/(katex\.min\.css|fonts\/[\w-]+\.woff2)$/,
      /^media\/(walkthrough\/)?[\w-]+\.(png|svg|css)$/,
      /^media\/guide\/[\w-]+\.md$/,
      /^ensembles\/[\w./-]+\.(toml|mjs|json)$/,
    ];
    assert.deepEqual(
      files.filter(name => !expected.some(each => each.test(name.slice('extension/'.length)))),
      [],
    );
  });
});

describe('the packages that Converser’s modules import', () => {
  it('are copies of those in package.json: npm run build makes them', async () => {
    for (const { file, text } of await packagesOfEnsembles())
      assert.equal(await readFile(file, 'utf8'), text, path.basename(file));
  });
});

/** The names in the central directory of a ZIP file. */
function filesOf(zip: Buffer): readonly string[] {
  const end = zip.lastIndexOf('PK\x05\x06');
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset));
    assert.ok(name !== undefined && extra !== undefined && comment !== undefined);
    names.push(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
