import assert from 'node:assert/strict';
import path from 'node:path';
import { editorRipgrep } from '../../../../../src/ensembles/workspace/editor-powers.ts';
import { eachTest } from '../../../each-test.ts';
import { createTempFolder } from '../../../temp-folder.ts';

describe('the ripgrep of an editor', () => {
  const temp = eachTest(() => createTempFolder());

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
        const file = path.join('an editor', modules, '@vscode', folder, program);
        await temp.write(file, '');
        assert.equal(editorRipgrep(temp.file('an editor')), temp.file(file));
      });
    }
  }

  it('is none where the editor brings none', () => {
    assert.equal(editorRipgrep(temp.path), undefined);
  });
});
