import assert from 'node:assert/strict';
import { likelyAddresses } from '../../../src/vscode/models/connect/likely-addresses.ts';

describe('an address that is typed', () => {
  for (const [typed, ...likely] of [
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['https://api.example.com/', 'https://api.example.com/v1', 'https://api.example.com'],
    ['HTTPS://api.example.com/v1', 'HTTPS://api.example.com/v1'],
    ['ftp://api.example.com/v1', 'ftp://api.example.com/v1'],
    [
      'localhost:1234',
      'http://localhost:1234/v1',
      'http://localhost:1234',
      'https://localhost:1234/v1',
      'https://localhost:1234',
    ],
    ['127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1', 'https://127.0.0.1:8080/v1'],
    ['[::1]:8080/v1', 'http://[::1]:8080/v1', 'https://[::1]:8080/v1'],
    ['gpu-box:8000/v1', 'http://gpu-box:8000/v1', 'https://gpu-box:8000/v1'],
    ['gpu.local/v1', 'http://gpu.local/v1', 'https://gpu.local/v1'],
    ['192.168.0.5:11434/v1', 'http://192.168.0.5:11434/v1', 'https://192.168.0.5:11434/v1'],
    ['172.32.0.5/v1', 'https://172.32.0.5/v1'],
    ['api.example.com', 'https://api.example.com/v1', 'https://api.example.com'],
    ['api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
    [''],
  ] as const) {
    it(`${typed === '' ? 'is nothing' : typed} is completed`, () => {
      assert.deepEqual(likelyAddresses(typed).all, likely);
    });
  }

  it('is nearest to what was typed without a path of ours', () => {
    assert.equal(likelyAddresses('localhost:1234').typed, 'http://localhost:1234');
    assert.equal(likelyAddresses('http://a.test/v1/').typed, 'http://a.test/v1');
  });
});
