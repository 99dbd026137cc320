/** A server over standard streams: each of its tools sends without end what its name says. */

import { createInterface } from 'node:readline';

const tools = ['line', 'logs', 'pings', 'questions'].map(name => ({ name, inputSchema: { type: 'object' } }));

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

const pieces: Readonly<Record<string, (at: number) => string>> = {
  line: () => 'x'.repeat(500_000),
  pings: at => `${JSON.stringify({ jsonrpc: '2.0', id: `p${at}`, method: 'ping' })}\n`.repeat(100),
};

/** As fast as the other side reads. */
async function sendOn(piece: (at: number) => string): Promise<never> {
  for (let at = 0; ; at++)
    if (!process.stdout.write(piece(at))) await new Promise(resolve => process.stdout.once('drain', resolve));
}

function callTool(id: unknown, name: string): void {
  const piece = pieces[name];
  if (piece !== undefined) {
    if (name === 'pings') lines.pause();
    return void sendOn(piece);
  }
  const params = { level: 'warning', data: 'Again.' };
  for (let at = 0; at < 5_000; at++) send({ method: 'notifications/message', params });
  send({ id, result: { content: [{ type: 'text', text: 'done' }] } });
}

const lines = createInterface(process.stdin).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'endless', version: '1' };
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo } });
  } else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call') callTool(id, params.name);
  else if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'No.' } });
});
