import assert from 'node:assert/strict';
import { manifestHash } from '../../../../src/ensembles/mcp/connection/capabilities.ts';
import { aServer } from '../example-definition.ts';

describe('What a manifest is found again by', () => {
  const http = (key: string) =>
    aServer({ kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: key } });

  it('is the same for whatever is launched and told the same, whoever describes it', () => {
    const one = aServer({ env: { A: '1', B: '2' } });
    const other = aServer({ env: { B: '2', A: '1' } }, { name: 'rain', timeout: 7, folder: '/elsewhere' });
    assert.equal(manifestHash(one, ['roots']), manifestHash(other, ['roots']));
    assert.notEqual(manifestHash(one, ['roots']), manifestHash(one, []));
  });

  it('is another one for another account or mode, for which a server may have other tools', () => {
    const modes = ['read', 'write'].map(mode => manifestHash(aServer({ env: { MODE: mode } }), []));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.
    const accounts = ['${secret:work}', '${secret:home}'].map(key => manifestHash(http(key), []));
    assert.equal(new Set([...modes, ...accounts]).size, 4);
  });
});
