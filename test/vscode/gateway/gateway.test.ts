import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OpenAI } from 'openai';
import * as vscode from 'vscode';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { openRequestCommand } from '../../../src/vscode/activation-ids.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually, often } from '../../eventually.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { type ComposedConverser, composeConverser, testsExtensionId } from '../support/compose.ts';
import { set } from '../support/servers.ts';

const setPort = (port: number | undefined) => set('gateway.port', port);

describe('the gateway in VS Code', () => {
  let composed: ComposedConverser;

  before(async () => {
    composed = await composeConverser();
    await setPort(0);
  });

  after(async () => {
    await setPort(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await composed.dispose();
  });

  const run = (command: string, ...answers: readonly string[]) => {
    composed.answerWith({ ask: createScriptedPerson(...answers) });
    return composed.converser.commands[command]?.();
  };

  /** What stands on the clipboard for a program with fields. */
  const access = async () => {
    await run(commands.useGateway, 'Another program');
    const copied = await vscode.env.clipboard.readText();
    const [, baseUrl = '', key = '', model = ''] =
      /^Base URL: (.*)\nAPI key: (.*)\nModel: (.*)\n$/.exec(copied) ?? [];
    const headers = { authorization: `Bearer ${key}` };
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
    const ask = () => fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body });
    return { baseUrl, key, model, ask };
  };

  it('serves a model of this VS Code to a program that has what was copied for it', async () => {
    const { ask } = await access();
    const response = await ask();
    assert.equal(response.status, 200);
    const { choices } = (await response.json()) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
    };
    assert.match(choices[0]?.message.content ?? '', /Rehearsal/);
  });

  describe('runs tools for a program that names ensembles', () => {
    const roll = [{ role: 'user' as const, content: 'roll 2d1+40' }];
    const rolled = async () => {
      const { baseUrl, key, model } = await access();
      const client = new OpenAI({ apiKey: key, baseURL: baseUrl, maxRetries: 0 });
      const asked = { model: `${model}+probability`, messages: roll };
      const { choices } = await client.chat.completions.create(asked);
      const answer = choices[0]?.message.content ?? '';
      assert.match(answer, /42/);
      return { client, answer, model: asked.model, baseUrl, key };
    };
    const opened = async () => {
      const { conversation } = composed.converser;
      await conversation.open();
      await run(commands.openConversation, 'roll 2d1+40');
      return conversation;
    };
    const rolesIn = (canisters: readonly Canister[]) => canisters.map(({ role }) => role).join(' ');
    const turn = 'user invocation result assistant';

    it('and keeps the steps as a conversation that you open in the sidebar and go on with', async () => {
      const { client, answer, model, baseUrl, key } = await rolled();
      const conversation = await opened();
      assert.equal(conversation.shown.stored.client, 'another-program');
      assert.equal(rolesIn(conversation.shown.canisters), turn);
      const led = conversation.id;

      // The program goes on, and the sidebar shows it.
      const messages = [...roll, { role: 'assistant' as const, content: answer }, ...roll];
      const shown = eventually(conversation.onDidChange, () => conversation.shown.canisters.length === 8);
      await client.chat.completions.create({ model, messages });
      await shown;
      assert.equal(conversation.id, led);

      // You go on, and the program does not see it.
      await composed.converser.sidebar.send('roll 1d1');
      assert.notEqual(conversation.id, led);
      assert.equal(rolesIn(conversation.shown.canisters), [turn, turn, turn].join(' '));
      const own = conversation.id;
      await conversation.open();
      await conversation.open(own);
      assert.equal(conversation.shown.canisters.length, 12);
      assert.equal(conversation.shown.stored.client, undefined);

      const url = new URL(baseUrl.replace(/v1$/, 'mcp'));
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      const mcp = new Client({ name: 'a test', version: '1' });
      await mcp.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      const { structuredContent } = await mcp.callTool({ name: 'list_conversations', arguments: {} });
      const { conversations } = structuredContent as {
        readonly conversations: readonly { readonly id: string }[];
      };
      const ids = conversations.map(({ id }) => id);
      assert.equal(ids[0], led);
      assert.ok(!ids.includes(own));
      await mcp.close();
    });
  });

  it('opens what a program asked from the Gateway view, where something of it is kept', async () => {
    const { baseUrl, key, model } = await access();
    const client = new OpenAI({ apiKey: key, baseURL: baseUrl, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'roll 3d1' }];
    const request = client.chat.completions.create({ model: `${model}+probability`, messages });
    const asked = await request.withResponse();
    const id = asked.response.headers.get('x-converser-conversation') ?? '';
    const { conversation, commands: palette } = composed.converser;
    await conversation.open();
    const open = (opened: string) =>
      palette[openRequestCommand]?.({ kind: 'request', request: { conversation: opened } });
    await open(id);
    assert.equal(conversation.id, id);
    await open('not-kept');
    assert.equal(conversation.id, id);
  });

  it('refuses the program as soon as its key is revoked, and takes the next key that it gets', async () => {
    const { ask } = await access();
    await run(commands.manageGateway, 'Revoke Key', 'another-program');
    assert.equal((await ask()).status, 401);
    const again = await access();
    assert.equal((await again.ask()).status, 200);
    assert.equal((await ask()).status, 401);
  });

  it('ends what runs for a key when you revoke it', async () => {
    const { baseUrl, key } = await access();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const method = 'subscriptions/listen';
    const listen = { jsonrpc: '2.0', id: 1, method, params: { notifications: {}, _meta } };
    const stream = await fetch(new URL('/mcp', baseUrl), {
      method: 'POST',
      body: JSON.stringify(listen),
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': listen.method,
      },
    });
    assert.equal(stream.status, 200);
    const read = stream.text().catch(() => '');
    await run(commands.manageGateway, 'Revoke Key', 'another-program');
    await read;
  });

  it('keeps to the limits in your settings, and opens nothing where they can’t be read', async () => {
    const { ask } = await access();
    assert.equal((await ask()).status, 200);
    await set('gateway.limits', { 'another-program': { models: ['none/*'] } });
    assert.equal((await ask()).status, 403);
    await set('gateway.limits', { 'another-program': { models: 'none' } });
    assert.equal((await ask()).status, 401);
    await set('gateway.limits', undefined);
    assert.equal((await ask()).status, 200);
  });

  it('lets in the web pages, and by the names, that your settings allow', async () => {
    const origin = 'https://app.example';
    const { baseUrl, key } = await access();
    const from = async () =>
      (await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${key}`, origin } })).status;
    assert.equal(await from(), 403);
    await set('gateway.network', { origins: [origin] });
    assert.equal(await from(), 200);
    await set('gateway.network', undefined);
    await run(commands.stopGateway);
    await set('gateway.network', { host: 'localhost' });
    assert.match((await access()).baseUrl, /^http:\/\/localhost:\d+\/v1$/);
    await run(commands.stopGateway);
    await set('gateway.network', { host: '203.0.113.7' });
    await vscode.env.clipboard.writeText('');
    await run(commands.useGateway, 'Another program');
    assert.equal(await vscode.env.clipboard.readText(), '');
    await set('gateway.network', undefined);
    assert.equal((await (await access()).ask()).status, 200);
  });

  it('is gone once you stop it, and comes back on the next start', async () => {
    const { ask } = await access();
    await run(commands.stopGateway);
    await assert.rejects(ask());
    await run(commands.startGateway);
    const { ask: askAgain } = await access();
    assert.equal((await askAgain()).status, 200);
  });

  it('gives its tools to VS Code’s own agent, and takes none of them back', async () => {
    await run(commands.startGateway);
    const server = `${testsExtensionId}/Converser`;
    // VS Code asks for the servers of extensions some time after they were announced.
    await eventually(often, async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', server, { waitForLiveTools: true });
      return vscode.lm.tools.some(({ name }) => name === 'mcp_converser_converse');
    });
    const options = { input: { dice: '2d1+40' }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool('mcp_converser_probability__roll', options);
    assert.match(JSON.stringify(content), /42/);
    const own = composed.converser.roster.ensembles.find(({ name }) => name === 'vscode');
    const back = own?.invokers.filter(({ name }) => name.startsWith('mcp_converser'));
    assert.deepEqual(back, []);
  });

  it('says that the port is taken, and starts once it is free', async () => {
    await run(commands.stopGateway);
    const other = createServer();
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await setPort(port);
    await vscode.env.clipboard.writeText('');
    await run(commands.useGateway, 'Another program');
    assert.equal(await vscode.env.clipboard.readText(), '');
    await new Promise(resolve => other.close(resolve));
    const { baseUrl, ask } = await access();
    assert.equal(baseUrl, `http://127.0.0.1:${port}/v1`);
    assert.equal((await ask()).status, 200);
    await setPort(0);
  });

  /** The doctor’s, as it is copied. */
  const report = async () => {
    await run(commands.doctor);
    await composed.converser.commands[commands.doctor]?.('copy');
    return vscode.env.clipboard.readText();
  };

  it('says in the doctor’s tab that the gateway does not run, and that there is only Rehearsal', async () => {
    await run(commands.stopGateway);
    const text = await report();
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    assert.ok(tabs.includes('Converser: Doctor'), tabs.join(', '));
    assert.match(text, /- ! Running: The gateway is not running/);
    assert.match(text, /- ! Language model: No model connected\./);
    assert.match(text, /- ✓ node: .*node/);
    assert.ok(!text.includes('## MCP'), text);
  });

  it('has the doctor find the gateway, its guard and both kinds of MCP clients in order once it runs', async () => {
    await run(commands.startGateway);
    const text = await report();
    for (const title of ['Running', 'Key', 'Wrong key', 'Host check', 'Origin check'])
      assert.match(text, new RegExp(`- ✓ ${title}: `));
    assert.match(text, /- ✓ Current clients: Specification 2026/);
    assert.match(text, /- ✓ Older clients: Specification 2025/);
    assert.ok(!/converser-[\w-]{8}/.test(text), text);
    assert.match(text, /- ✓ Probability: /);
  });

  it('is found by the doctor again after a restart', async () => {
    await run(commands.manageGateway, 'Restart');
    assert.match(await report(), /- ✓ Running: http:\/\/127\.0\.0\.1:\d+ answers/);
    await run(commands.stopGateway);
  });
});
