import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { StdioServer } from '../../src/ensembles/mcp/definition/server-definition.ts';
import type { ForeignServer } from './foreign-servers.ts';

/** What the official client gets from a server, without Converser. */
export interface Bare {
  /** Names of all tools, sorted. */
  readonly tools: readonly string[];
  /** What the server says about using its tools. */
  readonly instructions: string | undefined;
  /** Whether the call was answered by anything but an error. */
  readonly succeeded: boolean;
}

/**
 * Lists the tools of a server and makes a call. What is listed is taken as it is, because the client refuses all tools
 * of a server for one that is not valid.
 */
export async function askBare(
  { command, args, env }: Pick<StdioServer, 'command' | 'args'> & { readonly env: Record<string, string> },
  { call: [name, given] }: Pick<ForeignServer, 'call'>,
  cwd: string,
): Promise<Bare> {
  const client = new Client({ name: 'bare', version: '1.0.0' });
  const transport = new StdioClientTransport({ command, args: [...args], env, cwd, stderr: 'ignore' });
  await client.connect(transport);
  try {
    const tools: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: 'tools/list', params: { cursor } }, ResultSchema);
      const listed = page as { readonly tools: readonly { readonly name: string }[]; nextCursor?: string };
      tools.push(...listed.tools.map(tool => tool.name));
      cursor = listed.nextCursor;
    } while (cursor !== undefined);
    const succeeded = await client.callTool({ name, arguments: given }).then(
      result => result.isError !== true,
      () => false,
    );
    return { tools: tools.sort(), instructions: client.getInstructions(), succeeded };
  } finally {
    await client.close();
  }
}
