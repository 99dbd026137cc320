import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  bundledPackages,
  extensionOptions,
  packagesOfEnsembles,
  sidebarOptions,
  thirdPartyNotices,
} from '../esbuild.js';
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
      'dist/THIRD-PARTY-NOTICES.txt',
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
      'media/conversation.schema.json',
      'media/recording.schema.json',
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
      /^dist\/THIRD-PARTY-NOTICES\.txt$/,
      /^dist\/katex\/(katex\.min\.css|fonts\/[\w-]+\.woff2)$/,
      /^media\/(walkthrough\/)?[\w-]+\.(png|svg|css)$/,
      /^media\/(conversation|recording)\.schema\.json$/,
      /^media\/guide\/[\w-]+\.md$/,
      /^ensembles\/[\w./-]+\.(toml|mjs|json)$/,
    ];
    assert.deepEqual(
      files.filter(name => !expected.some(each => each.test(name.slice('extension/'.length)))),
      [],
    );
  });

  it('has the licence text of every package that it bundles or copies', async () => {
    const options = { production: true };
    const builds = [extensionOptions(options), sidebarOptions(options)].map(each =>
      build({ ...each, write: false }),
    );
    const packages = bundledPackages((await Promise.all(builds)).map(({ metafile }) => metafile));
    const notices = textOf(bytes, 'extension/dist/THIRD-PARTY-NOTICES.txt').split(`\n${'-'.repeat(80)}\n`);
    const bare: string[] = [];
    for (const each of packages) {
      const manifest = await readFile(path.join(import.meta.dirname, '..', each, 'package.json'), 'utf8');
      const { name, version } = JSON.parse(manifest);
      const notice = notices.find(text => text.startsWith(`\n${name} ${version} (`)) ?? '';
      if (!terms.test(notice)) bare.push(each);
    }
    assert.deepEqual(bare, []);
    assert.ok(packages.length > 100, `${packages.length} packages`);
    for (const each of ['elkjs', '@vscode/codicons', 'katex', 'standardwebhooks'])
      assert.ok(packages.includes(`node_modules/${each}`), each);
  });

  it('is not built if a package ships no licence text and none is known for it', async () => {
    const bare = path.join('test', 'fixtures', 'package-without-licence');
    await assert.rejects(thirdPartyNotices([bare]), /package-without-licence ships no licence text/);
  });
});

/** A sentence of each licence that must be handed on with what it covers. */
const terms =
  /permission is hereby granted|permission to use, copy, modify|redistributions? (of source code|and use)|apache license|mozilla public license|eclipse public license|creative commons|free and unencumbered/i;

describe('the packages that Converser’s modules import', () => {
  it('are copies of those in package.json: npm run build makes them', async () => {
    for (const { file, text } of await packagesOfEnsembles())
      assert.equal(await readFile(file, 'utf8'), text, path.basename(file));
  });
});

function filesOf(zip: Buffer): readonly string[] {
  return entriesOf(zip).map(({ name }) => name);
}

function textOf(zip: Buffer, wanted: string): string {
  const entry = entriesOf(zip).find(({ name }) => name === wanted);
  assert.ok(entry !== undefined, wanted);
  const start = entry.at + 30 + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
  const packed = zip.subarray(start, start + entry.size);
  return (zip.readUInt16LE(entry.at + 8) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
}

/** The central directory of a ZIP file: names, packed sizes, and where their local headers stand. */
function entriesOf(zip: Buffer): readonly { name: string; size: number; at: number }[] {
  const end = zip.lastIndexOf('PK\x05\x06');
  const entries: { name: string; size: number; at: number }[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset));
    assert.ok(name !== undefined && extra !== undefined && comment !== undefined);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      size: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
