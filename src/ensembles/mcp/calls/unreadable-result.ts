import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { type Returned, reply } from '../../../converser/ensemble/invoker.ts';
import { isJsonObject } from '../../../converser/json/json.ts';

const ofResult = /^Invalid result for \S+: (?!input_required )/;

/** Whether this is about the answer of a tool, rather than about what it asks on the way there. */
export function isUnreadable(cause: unknown): cause is SdkError {
  return (
    cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult && ofResult.test(cause.message)
  );
}

/**
 * What is told of an answer that cannot be read. It is returned, because what is thrown may be tried again, and the tool
 * has done its work.
 */
export function unreadableResult({ message }: SdkError, name: string): Returned {
  const reason = sayComplaints(message.replace(ofResult, ''));
  const told = reason.length > longestReason ? `${reason.slice(0, longestReason).toWellFormed()}…` : reason;
  const said = `${name} was carried out, but its answer is not of MCP and cannot be read (${told}). Do not call it again before you know what it has done: it might do that twice.`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}

/** Characters of what is wrong with an answer. */
const longestReason = 300;

/** In the newer era the library tells all that it has tried, as JSON. */
function sayComplaints(reason: string): string {
  try {
    const complaints: unknown = JSON.parse(reason);
    return Array.isArray(complaints) ? complaints.map(sayComplaint).join('; ') : reason;
  } catch {
    return reason;
  }
}

function sayComplaint(complaint: unknown): string {
  const { path, message } = isJsonObject(complaint) ? complaint : {};
  const place = Array.isArray(path) ? path.join('.') : '';
  return [place, message].filter(Boolean).join(': ');
}
