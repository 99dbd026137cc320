import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { type Returned, reply } from '../../../converser/ensemble/invoker.ts';
import { isJsonObject } from '../../../converser/json/json.ts';

const ofResult = /^Invalid result for \S+: (?!input_required )/;

/** Whether a fault is about the answer of a tool, and not about a question that it asked before. */
export function isUnreadable(cause: unknown): cause is SdkError {
  return (
    cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult && ofResult.test(cause.message)
  );
}

/**
 * The result for an answer that cannot be read. It is not thrown, because a thrown failure may be retried, and the tool
 * has already run.
 */
export function unreadableResult({ message }: SdkError, name: string): Returned {
  const reason = complaintsText(message.replace(ofResult, ''));
  const shown = reason.length > longestReason ? `${reason.slice(0, longestReason).toWellFormed()}…` : reason;
  const said = `${name} ran, but its answer isn't valid MCP and can't be read (${shown}). Don't call it again before you know what it did: it could do that twice.`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}

/** Characters of the reason. */
const longestReason = 300;

/** Since 2026 the library lists all that it has tried, as JSON. */
function complaintsText(reason: string): string {
  try {
    const complaints: unknown = JSON.parse(reason);
    return Array.isArray(complaints) ? complaints.map(complaintText).join('; ') : reason;
  } catch {
    return reason;
  }
}

function complaintText(complaint: unknown): string {
  const { path, message } = isJsonObject(complaint) ? complaint : {};
  const place = Array.isArray(path) ? path.join('.') : '';
  return [place, message].filter(Boolean).join(': ');
}
