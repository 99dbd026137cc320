import assert from 'node:assert/strict';
import path from 'node:path';
import { build } from 'esbuild';
import { source, sourceFiles } from './source-modules.ts';

describe('the core', () => {
  it('bundles for a platform that has neither VS Code nor Node', async () => {
    const files = (await sourceFiles()).filter(file => file.startsWith('converser/'));
    assert.ok(files.length > 0);
    // On a neutral platform every import must be found and bundled: `vscode` or `node:fs` would be an error.
    const { metafile } = await build({
      absWorkingDir: source,
      entryPoints: files.map(file => path.join(source, file)),
      bundle: true,
      platform: 'neutral',
      // Neutral knows no field of package.json; these two are where npm packages name their code.
      mainFields: ['module', 'main'],
      format: 'esm',
      outdir: 'nowhere',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const read = Object.keys(metafile.inputs).filter(file => file.startsWith('converser/'));
    assert.deepEqual(read.sort(), files);
    const left = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external),
    );
    assert.deepEqual(left, []);
  });
});
