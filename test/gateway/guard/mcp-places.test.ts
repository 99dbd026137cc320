import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { untilRequests } from './until-requests.ts';

async function openClient({ baseUrl, key }: OpenGateway): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  return client;
}

describe('An MCP client', () => {
  it('waits for a place with each reply of a model, and with nothing else', async () => {
    let release = () => {};
    const gate = new Promise<void>(resolve => {
      release = resolve;
    });
    const held: Script = async function* () {
      await gate;
      yield { type: 'text-delta', text: 'Hi.' };
      yield { type: 'finish', reason: 'stop' };
    };
    await using gateway = await openGateway({
      models: [createScriptedModel(held, held, held)],
      client: { name: 'modest', concurrent: 1 },
    });
    const clients = await Promise.all([1, 2, 3].map(() => openClient(gateway)));
    const call = { name: 'converse', arguments: { prompt: 'Hello' } };
    const calls = clients.map(client => client.callTool(call));
    await untilRequests(gateway, { running: 1, waiting: 2 });
    // Its calls themselves do not wait, so that it could answer what one of them asks.
    for (const client of clients) assert.ok((await client.listTools()).tools.length > 0);
    release();
    for (const { content } of await Promise.all(calls)) assert.match(JSON.stringify(content), /Hi\./);
    await untilRequests(gateway, { running: 0, waiting: 0 });
    for (const client of clients) await client.close();
  });
});
