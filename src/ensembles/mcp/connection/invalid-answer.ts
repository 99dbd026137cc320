import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { complaintsIn } from '../../../converser/ground/json/complaints-text.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';

export function invalidAnswerText(cause: unknown): string | undefined {
  if (cause instanceof SyntaxError) return 'Its answer isn’t valid JSON.';
  if (cause instanceof SdkError && cause.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return `Its answer isn’t MCP: ${cause.message}`;
  if (!(cause instanceof Error)) return undefined;
  const complaints = complaintsIn(cause.message);
  return complaints === undefined
    ? undefined
    : `Its answer isn’t valid MCP (${shortened(complaints, longest)}).`;
}

export function complaintsText(message: string): string {
  return complaintsIn(message) ?? message;
}

const longest = 300;
