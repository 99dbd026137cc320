import assert from 'node:assert/strict';
import { isOrigin, reachOf, reachWarnings } from '../../src/gateway/reach.ts';

const here = { names: [], origins: [] };

describe('To whom the gateway is open', () => {
  it('is warned about where that is not this machine alone', () => {
    assert.deepEqual(reachWarnings(reachOf(here), 4141), []);
    assert.deepEqual(reachWarnings(reachOf({ ...here, names: ['host.docker.internal'] }), 4141), []);
    assert.deepEqual(reachWarnings(reachOf({ ...here, address: 'fd00::5' }), 4141), [
      'Other machines can reach the gateway, for example at http://[fd00::5]:4141. Keys and requests travel unencrypted: open it only in a network that you trust.',
    ]);
    assert.match(reachWarnings(reachOf({ ...here, address: '0.0.0.0' }), 1)[0] ?? '', /^Other machines/);
    assert.deepEqual(reachWarnings(reachOf({ names: [], origins: ['https://a.example', 'app://x'] }), 1), [
      'Web pages of https://a.example, app://x can use the gateway if they have a key. Allow only pages that you trust.',
    ]);
    assert.throws(() => reachOf({ ...here, address: 'a b' }), /"a b" is not an address or a name/);
  });

  it('takes origins only as browsers send them', () => {
    const right = ['https://app.example', 'http://localhost:3000', 'http://[::1]:4000', 'app://obsidian.md'];
    for (const written of right) assert.equal(isOrigin(written), true, written);
    const wrong = [
      ...['*', 'null', '', 'app.example', 'https://app.example/', 'https://App.example'],
      ...['https://app.example:443', 'https://*.example', 'https://a@b', 'https://a b', 'app://x/y'],
    ];
    for (const written of wrong) assert.equal(isOrigin(written), false, written);
  });
});
