import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  clientMetadata,
  documentAddress,
  isSteady,
} from '../../../../src/ensembles/mcp/sign-in/client-metadata.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';

const root = new URL('../../../../', import.meta.url);

describe('the client metadata document', () => {
  async function published(): Promise<Readonly<Record<string, unknown>> & { redirect_uris: string[] }> {
    const text = await readFile(new URL('src/ensembles/mcp/README.md', root), 'utf8');
    const [, block] = /```json\n(\{\s+"client_id".*?)```/s.exec(text) ?? [];
    return JSON.parse(block ?? '');
  }

  it('that is there to be published says what Converser says of itself when it registers', async () => {
    const { client_id, ...said } = await published();
    assert.deepEqual(said, clientMetadata(said.redirect_uris));
    assert.equal(documentAddress(String(client_id), 'any'), client_id);
    assert.equal(said.token_endpoint_auth_method, 'none');
  });

  it('names the addresses to which a browser is sent back', async () => {
    const { redirect_uris: addresses } = await published();
    const { publisher, name } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
    const over = new AbortController();
    const receiver = await createLoopbackRedirects().open(over.signal);
    const loopback = new URL(receiver.url);
    await receiver.close();
    loopback.port = '';
    assert.deepEqual(addresses, [
      `vscode://${publisher}.${name}/signed-in`,
      `vscode-insiders://${publisher}.${name}/signed-in`,
      loopback.href,
    ]);
  });

  for (const [address, steady] of [
    ['vscode://converser.converser/signed-in', true],
    ['vscode://converser.converser/signed-in?windowId=1', false],
    ['http://127.0.0.1:43210/callback', true],
    ['http://127.0.0.1:8080/callback?vscode-reqid=1', false],
    ['https://code.example/callback?vscode-reqid=1', false],
    ['https://code.example/callback', false],
  ] as const) {
    it(`${steady ? 'can' : 'cannot'} name ${address}`, () => assert.equal(isSteady(address), steady));
  }

  it('is nowhere where nobody has said so', () => assert.equal(documentAddress('  ', 'any'), undefined));
});
