import assert from 'node:assert/strict';
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio';
import { programEnvironment } from '../../../src/ensembles/process/program-environment.ts';

describe('The environment of a server’s process', () => {
  it('has what programs need to run and to reach a network, and nothing else of ours', () => {
    const needed = {
      PATH: '/usr/bin',
      HOME: '/home/me',
      LANG: 'de_DE.UTF-8',
      NODE_EXTRA_CA_CERTS: '/etc/company.pem',
      SSL_CERT_FILE: '/etc/company.pem',
      https_proxy: 'http://proxy.example:3128',
      HTTP_PROXY: 'proxy.example:3128',
      NO_PROXY: 'localhost',
      NODE_USE_ENV_PROXY: '1',
    };
    const own = {
      ...needed,
      OPENAI_API_KEY: 'secret',
      NODE_OPTIONS: '--require=evil',
      LD_PRELOAD: 'evil.so',
    };
    assert.deepEqual(programEnvironment(own, {}), needed);
  });

  it('has all that the MCP library gives to servers', () => {
    const own = Object.fromEntries(DEFAULT_INHERITED_ENV_VARS.map(name => [name, 'value']));
    assert.deepEqual(programEnvironment(own, {}), own);
  });

  it('has no proxy with a password in its address', () => {
    const own = { HTTPS_PROXY: 'http://me:secret@proxy.example', http_proxy: 'me:secret@proxy.example:3128' };
    assert.deepEqual(programEnvironment(own, {}), {});
  });

  it('has no function of a shell, and whatever was configured', () => {
    const own = { HOME: '() { evil; }', LANG: 'C' };
    assert.deepEqual(programEnvironment(own, { API_KEY: 'configured', LANG: 'en' }), {
      API_KEY: 'configured',
      LANG: 'en',
    });
  });
});
