import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Usage } from '../../converser/words/models/provider.ts';
import { type ReplyEnd, replyEnd } from '../end-words.ts';
import { laterUsage } from '../openai-chat/normalize-usage.ts';
import { ReportedError } from '../reported-error.ts';

export interface ResponseEnd {
  readonly end: ReplyEnd;
  /** The word of the server. */
  readonly word: unknown;
}

const ends: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.done',
]);

export function isEnd(type: unknown): boolean {
  return ends.has(type);
}

/** Some servers end each response with the same event, so what the response says counts, too. Throws a `ReportedError`. */
export function endOf(type: string, { status, error, incomplete_details: details }: JsonObject): ResponseEnd {
  const report = isJsonObject(error) ? error : error ? { message: String(error) } : {};
  // An error without a kind may be gone with the next request.
  const kind = report.code || report.type ? {} : { type: 'server_error' };
  if (Object.values(report).some(Boolean)) throw new ReportedError({ ...report, ...kind });
  const [told, said] = [type.slice('response.'.length), status ?? 'completed'];
  const why = isJsonObject(details) ? details.reason : undefined;
  if (why || said === 'incomplete' || told === 'incomplete') return cutBy(why ?? undefined);
  if (told === 'failed' || told === 'cancelled') return { end: 'failure', word: told };
  // Some copy the status from the beginning.
  const isCopied = told === 'completed' && (said === 'in_progress' || said === 'queued');
  return { end: isCopied ? 'stop' : replyEnd(said), word: said };
}

function cutBy(why: JsonValue | undefined): ResponseEnd {
  const end = why === undefined ? 'length' : replyEnd(why);
  return { end: end === 'stop' ? 'length' : end, word: why };
}

/** Nothing is read or written without a token: zero is not told, so it is estimated. */
export function usageOf({ usage }: JsonObject): Usage | undefined {
  const told = laterUsage(undefined, usage);
  return told && defined({ ...told, input: told.input || undefined, output: told.output || undefined });
}
