import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { editorRipgrep } from '../../../../../src/ensembles/workspace/editor-powers.ts';

describe('the ripgrep of an editor', () => {
  let appRoot: string;
  beforeEach(async () => {
    appRoot = await mkdtemp(path.join(tmpdir(), 'converser editor-'));
  });
  afterEach(() => rm(appRoot, { recursive: true, force: true }));

  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const machine = `${process.platform}-${process.arch}`;
  const packages = {
    'for all machines': `ripgrep-universal/bin/${machine}`,
    'for this machine': `ripgrep-${machine}/bin`,
    'that was fetched for this machine': 'ripgrep/bin',
  };
  for (const modules of ['node_modules', 'node_modules.asar.unpacked']) {
    for (const [kind, folder] of Object.entries(packages)) {
      it(`is found in a package ${kind} in ${modules}`, async () => {
        const file = path.join(appRoot, modules, '@vscode', folder, program);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, '');
        assert.equal(editorRipgrep(appRoot), file);
      });
    }
  }

  it('is none where the editor brings none', () => {
    assert.equal(editorRipgrep(appRoot), undefined);
  });
});
