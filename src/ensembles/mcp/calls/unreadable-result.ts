import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import { type Returned, reply } from '../../../converser/words/ensemble/invoker.ts';
import { complaintsText } from '../connection/invalid-answer.ts';

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
  const shown = shortened(complaintsText(message.replace(ofResult, '')), longestReason);
  const said = `${name} ran, but its answer isn't valid MCP and can't be read (${shown}). Don't call it again before you know what it did: it could do that twice.`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}

/** Characters of the reason. */
const longestReason = 300;
