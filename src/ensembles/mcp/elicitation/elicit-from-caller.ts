import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { Asked } from '../connection/connection-ports.ts';
import { webPage } from '../web-page.ts';
import { readAnswer } from './read-elicited.ts';

const mostAttempts = 3;

/** Invariant: the question names the server, whose words could pass for Converser's; only fitting values are sent. */
export async function elicitFromCaller(
  params: ElicitRequest['params'],
  { definition, signal }: Asked,
  askCaller: AskCaller,
): Promise<ElicitResult | undefined> {
  const message = `MCP server ${definition.title ?? definition.name} asks: ${params.message}`;
  if (params.mode === 'url') {
    const { href: url } = webPage(params.url);
    const answer = await askCaller({ ...params, url, message }, signal);
    return answer && { action: answer.action };
  }
  let complaint = '';
  for (let attempt = 0; attempt < mostAttempts && !signal.aborted; attempt++) {
    const answer = await askCaller({ ...params, message: `${message}${complaint}` }, signal);
    if (answer?.action !== 'accept') return answer && { action: answer.action };
    const read = await readAnswer((answer.content ?? {}) as JsonObject, params.requestedSchema);
    if (read.complaint === undefined)
      return { action: 'accept', content: read.content as ElicitResult['content'] };
    complaint = `\n\nThe last answer didn’t fit the form: ${read.complaint}`;
  }
  return { action: 'cancel' };
}
