/** A server as small as one can be made with the SDK that most servers are made with. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ToolArguments, toolAnswer, toolDescription, toolNames, toolSchema } from '../scenario.ts';

const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
/** Servers that list many are started with `--tools=300`. */
const count = Number(/^--tools=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? toolNames.length);
const names = Array.from({ length: count }, (_, at) => toolNames[at] ?? `tool_${at}`);
const tools = names.map(name => ({ name, description: toolDescription, inputSchema: { ...toolSchema } }));
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: toolAnswer(params.arguments as unknown as ToolArguments) }],
}));
await server.connect(new StdioServerTransport());
