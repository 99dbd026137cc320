import { Console } from 'node:console';
import { once } from 'node:events';
import { defined } from '../converser/json/defined.ts';
import { createConversations } from '../gateway/conversations/conversations.ts';
import { createMemoryConversations } from '../gateway/conversations/memory-conversations.ts';
import { serveOnStdio } from '../gateway/mcp/serve-stdio.ts';
import { createModelFinder } from '../gateway/models/find-model.ts';
import type { McpOptions } from './command-line/command-line.ts';
import type { ComposedTerminal } from './compose-terminal.ts';

/** Serves the program that started this one, until its input ends or the signal aborts. */
export async function runMcp(
  { model: ordinary }: Pick<McpOptions, 'model'>,
  { ports, models, supervisor }: ComposedTerminal,
  signal: AbortSignal,
): Promise<void> {
  // The standard output belongs to the protocol, whatever a tool writes there.
  globalThis.console = new Console(process.stderr);
  const kept = createMemoryConversations();
  const door = serveOnStdio(
    { name: 'stdio' },
    {
      ports,
      models: createModelFinder(models, () => defined({ ordinary })),
      kept,
      conversations: createConversations({ ports, kept, supervisor: () => supervisor }),
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
