import assert from 'node:assert/strict';
import { hostname, networkInterfaces } from 'node:os';
import { hostName, listenAddress } from '../../src/gateway/listen-address.ts';
import { isOrigin, reachOf, reachWarnings } from '../../src/gateway/reach.ts';

describe('The address to listen at', () => {
  it('is one of this machine or a name, as it stands in URLs', () => {
    const read = (written: string) => {
      const { address, host, names, isOpen } = listenAddress(written) ?? assert.fail(written);
      return [address, host, names.join(' '), isOpen];
    };
    assert.deepEqual(read('127.0.0.1'), ['127.0.0.1', '127.0.0.1', '127.0.0.1', false]);
    assert.deepEqual(read('localhost'), ['localhost', 'localhost', 'localhost', false]);
    assert.deepEqual(read('::1'), ['::1', '[::1]', '[::1]', false]);
    assert.deepEqual(read('[::1]'), ['::1', '[::1]', '[::1]', false]);
    assert.deepEqual(read('192.168.1.5'), ['192.168.1.5', '192.168.1.5', '192.168.1.5', true]);
    assert.deepEqual(read('FD00:0:0::1'), ['fd00::1', '[fd00::1]', '[fd00::1]', true]);
    assert.deepEqual(read('Box.lan'), ['box.lan', 'box.lan', 'box.lan', true]);
    const wrong = ['', ' ', 'a b', '127.0.0.1:80', 'http://localhost', '1.2.3.999', 'fe80::1%lo', 'a/b', '*'];
    for (const written of wrong) assert.equal(listenAddress(written), undefined, written);
  });

  it('is called by all addresses of this machine, and by its name, where it is all of them', () => {
    const [own] = Object.values(networkInterfaces())
      .flatMap(each => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const written of ['0.0.0.0', '0', '::', '[::]', '0:0::0']) {
      const host = written.includes(':') ? '[::1]' : '127.0.0.1';
      const { names, isOpen, ...read } = listenAddress(written) ?? assert.fail(written);
      assert.deepEqual([read.host, isOpen], [host, true]);
      assert.ok(names.includes(hostName(hostname()) ?? ''));
      if (own !== undefined) assert.ok(names.includes(own.address));
      assert.ok(!names.includes(written));
    }
  });
});

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
