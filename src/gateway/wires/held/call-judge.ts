import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import type { ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { Judge } from './judge.ts';

/** A call that the model only showed counts as made: the client demanded one. */
export function callJudge({ tools }: Pick<ModelRequest, 'tools'>): Judge {
  const names = tools.map(({ name }) => name);
  const isOffered = (event: ModelEvent) => event.type === 'invocation' && names.includes(event.name);
  return async ({ events, said }) => {
    if (events.some(isOffered)) return { kind: 'fits', events: events.map(made), reason: 'invocations' };
    const meant = await argumentsIn(said, tools);
    if (meant !== undefined) return { kind: 'fits', events: [meant], reason: 'invocations' };
    const list = names.slice(0, 40).join(', ');
    return {
      kind: 'misfits',
      complaint: `You must call a tool now, and say nothing else. The tools are ${list}.`,
      reason: 'it called no tool, although tool_choice demands a call.',
    };
  };
}

/** Models told to call one tool often write just its arguments, which count as the call if the tool needs any. */
async function argumentsIn(
  said: string,
  [tool, ...others]: ModelRequest['tools'],
): Promise<ModelEvent | undefined> {
  if (tool === undefined || others.length > 0) return undefined;
  const { name, inputSchema } = tool;
  if (!Array.isArray(inputSchema.required) || inputSchema.required.length === 0) return undefined;
  const read = readJson(said.slice(Math.max(0, said.indexOf('{'))));
  if (read.kind === 'refused' || !isJsonObject(read.value)) return undefined;
  const { valid } = await checkArguments(read.value, inputSchema);
  return valid ? { type: 'invocation', name, arguments: read.value } : undefined;
}

function made(event: ModelEvent): ModelEvent {
  if (event.type !== 'invocation') return event;
  const { proposed: _shown, ...call } = event;
  return call;
}
