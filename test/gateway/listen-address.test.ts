import assert from 'node:assert/strict';
import { hostname, networkInterfaces } from 'node:os';
import { hostName, listenAddress } from '../../src/gateway/listen-address.ts';

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
    for (const [written, host] of [
      ['0.0.0.0', '127.0.0.1'],
      ['0', '127.0.0.1'],
      ['::', '[::1]'],
      ['[::]', '[::1]'],
      ['0:0::0', '[::1]'],
    ] as const) {
      const { names, isOpen, ...read } = listenAddress(written) ?? assert.fail(written);
      assert.deepEqual([read.host, isOpen], [host, true]);
      assert.ok(names.includes(hostName(hostname()) ?? ''));
      if (own !== undefined) assert.ok(names.includes(own.address));
      assert.ok(!names.includes(written));
    }
  });
});
