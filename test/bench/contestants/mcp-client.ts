import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../src/converser/json/json.ts';
import { callArguments, toolNames } from '../scenario.ts';
import type { CreateContestant } from './contestant.ts';
import { serverProgram } from './mcp-program.ts';

/** The library by itself, as its guide uses it: nothing is asked before `initialize`. */
async function loadLibrary() {
  const [{ Client }, { StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/stdio'),
  ]);
  return {
    async connectClient(): Promise<Client> {
      const client = new Client({ name: 'bench', version: '1.0.0' });
      await client.connect(new StdioClientTransport({ ...serverProgram, args: [...serverProgram.args] }));
      return client;
    },
  };
}

/**
 * Connects as many servers as the scenario has rounds, until the tools of each are known. The library is loaded for
 * that, as it is by ours: an editor that has just been opened has neither.
 */
export const createClients: CreateContestant = async (_wire, { rounds: servers }) => {
  return async () => {
    const { connectClient } = await loadLibrary();
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
};

/** Calls the tools of one server that runs. */
export const createClientCalls: CreateContestant = async (_wire, { rounds, calls: each }) => {
  const { connectClient } = await loadLibrary();
  const client = await connectClient();
  await client.listTools();
  return async () => {
    let calls = 0;
    for (let call = 0; call < rounds * each; call++) {
      const args = JSON.parse(callArguments(call, 0, 1)) as JsonObject;
      const { content, isError } = await client.callTool({
        name: toolNames[call % toolNames.length] ?? '',
        arguments: { ...args },
      });
      if (content[0]?.type === 'text' && isError !== true) calls++;
    }
    return { calls, answer: '' };
  };
};
