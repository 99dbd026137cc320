import { once } from 'node:events';
import { defined } from '../converser/ground/json/defined.ts';
import { createConversations } from '../gateway/conversations/conversations.ts';
import { createMemoryConversations } from '../gateway/conversations/memory-conversations.ts';
import { serveOnStdio } from '../gateway/mcp/serve-stdio.ts';
import { createModelFinder } from '../gateway/models/find-model.ts';
import { exposuresOf, gatewayPorts } from '../house/open-gateway.ts';
import type { McpOptions } from './command-line/command-line.ts';
import type { Terminal } from './open-terminal.ts';

export async function runMcp(
  { model: ordinary }: Pick<McpOptions, 'model'>,
  { converser, approver }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const kept = createMemoryConversations();
  const ports = gatewayPorts({ converser, approver });
  const door = serveOnStdio(
    { name: 'stdio' },
    {
      ports,
      models: createModelFinder(converser.models, () => defined({ ordinary })),
      kept,
      conversations: createConversations({
        ports,
        kept,
        exposures: exposuresOf(converser),
        supervisor: converser.supervisor,
      }),
    },
  );
  try {
    if (!signal.aborted) await Promise.race([inputEnd(), once(signal, 'abort')]);
  } finally {
    await door.close();
  }
}

function inputEnd(): Promise<void> {
  return new Promise(resolve => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
}
