import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import { type Returned, reply } from '../../../converser/words/ensemble/invoker.ts';
import { complaintsText } from '../connection/invalid-answer.ts';

const ofResult = /^Invalid result for \S+: (?!input_required )/;

/** A fault may also be about a question that the tool asked before. */
export function isUnreadable(cause: unknown): cause is SdkError {
  return (
    cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult && ofResult.test(cause.message)
  );
}

/** It isn't thrown, because thrown failures may be retried, and the tool has already run. */
export function unreadableResult({ message }: SdkError, name: string): Returned {
  const shown = shortened(complaintsText(message.replace(ofResult, '')), longestReason);
  const said = `${name} ran, but its answer isn't valid MCP and can't be read (${shown}). Don't call it again before you know what it did: it could do that twice.`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}

/** In characters. */
const longestReason = 300;
