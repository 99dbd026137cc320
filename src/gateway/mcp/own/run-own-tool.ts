import type { CallToolResult } from '@modelcontextprotocol/server';
import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import { failureForModel } from '../../../converser/call/invocation/failure-text.ts';
import { ConverserError, errors, reasonOf } from '../../../converser/ground/errors.ts';
import type { JsonObject, JsonSchema } from '../../../converser/ground/json/json.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import { placeOf } from '../../guard/place-of.ts';
import { Refused } from '../../refusal.ts';
import type { CallWatch } from '../call-watch.ts';
import type { OwnTool } from './own-tool.ts';

/** Never rejects. */
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
