import type { CallToolResult } from '@modelcontextprotocol/server';
import { checkArguments } from '../../../converser/arguments/check-arguments.ts';
import { ConverserError, errors, reasonOf } from '../../../converser/errors.ts';
import { failureForModel } from '../../../converser/invocation/failure-text.ts';
import type { JsonObject, JsonSchema } from '../../../converser/json/json.ts';
import type { Log } from '../../../converser/ports.ts';
import { placeOf } from '../../guard/place-of.ts';
import { Refused } from '../../refusal.ts';
import type { CallWatch } from '../call-watch.ts';
import type { OwnTool } from './own-tool.ts';

/** Checks the arguments and runs the tool. Never rejects. */
export async function runOwnTool(
  { definition, run }: OwnTool,
  args: JsonObject,
  { log, ...watch }: CallWatch & { readonly log: Log },
): Promise<CallToolResult> {
  try {
    const checked = await checkArguments(args, definition.inputSchema as JsonSchema);
    if (!checked.valid) throw errors.badArguments(checked.complaint);
    const { texts, structured } = await run(args, watch);
    return { content: texts.map(text => ({ type: 'text', text })), structuredContent: structured };
  } catch (cause) {
    if (!(cause instanceof ConverserError || cause instanceof Refused)) log.error(placeOf(cause));
    const kind = watch.signal.aborted ? 'cancelled' : 'execution';
    const message = failureForModel({ kind, message: reasonOf(cause) });
    return { isError: true, content: [{ type: 'text', text: message }] };
  }
}
