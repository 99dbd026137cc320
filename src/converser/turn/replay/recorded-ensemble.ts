import { defined } from '../../ground/json/defined.ts';
import type { Ensemble } from '../../words/ensemble/ensemble.ts';
import { type Invoker, reply } from '../../words/ensemble/invoker.ts';
import type { ToolDefinition } from '../../words/models/provider.ts';
import type { RecordedCalls } from './recorded-calls.ts';

/** Its tools have the names and schemas that the recorded model saw, and only repeat what was recorded. */
export function recordedEnsemble(tools: readonly ToolDefinition[], calls: RecordedCalls): Ensemble {
  return {
    name: '',
    title: 'Recording',
    description: 'Answers calls with what was recorded.',
    origin: 'user',
    enabled: true,
    state: { status: 'ready' },
    invokers: tools.map(tool => recordedTool(tool, calls)),
    connect: async () => {},
    disconnect: async () => {},
    onDidChange: () => ({ dispose() {} }),
  };
}

function recordedTool(tool: ToolDefinition, calls: RecordedCalls): Invoker {
  const { name, description, inputSchema, aliases = [], isShipped = false } = tool;
  return {
    ensemble: '',
    name,
    description,
    aliases,
    arguments: inputSchema,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    origin: isShipped ? 'shipped' : 'user',
    implementation: 'recording',
    limits: { timeLimit: 10_000, maxRetries: 0 },
    onFailure: 'recover',
    deduplication: 'none',
    invocable(args) {
      const recorded = calls.answer(name, args);
      if (recorded === undefined) throw new Error('This call was not recorded.');
      const { content, screen, failure, label } = recorded;
      return reply(defined({ content, screen, failure, label }));
    },
  };
}
