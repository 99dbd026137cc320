import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { callArguments, toolNames } from '../scenario.ts';
import type { CreateContestant } from './main.ts';

/** The server that both sides start; it is built beside the contestants. */
export const serverProgram = {
  command: process.execPath,
  args: [path.join(path.dirname(process.argv[1] ?? ''), 'mcp-server.js')],
};

/** The library by itself, as its guide uses it: nothing is asked before `initialize`. */
async function loadLibrary() {
  const [{ Client }, { StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/stdio'),
  ]);
  return async (): Promise<Client> => {
    const client = new Client({ name: 'bench', version: '1.0.0' });
    await client.connect(new StdioClientTransport(serverProgram));
    return client;
  };
}

/**
 * Connects as many servers as the scenario has rounds, until the tools of each are known. Loading the library counts,
 * as it does for ours: an editor that has just been opened has loaded neither.
 */
export const createClients: CreateContestant =
  async ({ scenario: { rounds: servers } }) =>
  async () => {
    const connectClient = await loadLibrary();
    const connected = await Promise.all(
      Array.from({ length: servers }, async () => {
        const client = await connectClient();
        return { client, tools: (await client.listTools()).tools };
      }),
    );
    return {
      calls: connected.reduce((sum, { tools }) => sum + tools.length, 0),
      answer: '',
      clearUp: async () => void (await Promise.all(connected.map(({ client }) => client.close()))),
    };
  };

export const createClientCalls: CreateContestant = async ({ scenario: { rounds, calls: each } }) => {
  const client = await (await loadLibrary())();
  await client.listTools();
  return async () => {
    let calls = 0;
    for (let call = 0; call < rounds * each; call++) {
      const args = JSON.parse(callArguments(call, 0, 1)) as JsonObject;
      const name = toolNames[call % toolNames.length] ?? '';
      const { content, isError } = await client.callTool({ name, arguments: { ...args } });
      if (content[0]?.type === 'text' && isError !== true) calls++;
    }
    return { calls, answer: '' };
  };
};
