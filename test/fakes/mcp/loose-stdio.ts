/** A server of 2025 on standard streams that answers each method with what its first argument says, as JSON. */

import { createInterface } from 'node:readline';

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: 'loose', version: '1' },
  },
  'tools/list': { tools: [] },
  ...JSON.parse(process.argv[2] ?? '{}'),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method: string };
  if (id === undefined) return;
  const result = results[method];
  const outcome =
    result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
