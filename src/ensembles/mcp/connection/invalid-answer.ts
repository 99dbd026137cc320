import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
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

function complaintsIn(message: string): string | undefined {
  const from = message.search(/\[\s*\{/);
  if (from < 0) return undefined;
  try {
    const complaints: unknown = JSON.parse(message.slice(from, message.lastIndexOf(']') + 1));
    const texts = Array.isArray(complaints) ? complaints.map(complaintText).filter(Boolean) : [];
    return texts.length === 0 ? undefined : texts.join('; ');
  } catch {
    return undefined;
  }
}

function complaintText(complaint: unknown): string {
  const { path, message } = isJsonObject(complaint) ? complaint : {};
  const place = Array.isArray(path) ? path.join('.') : '';
  return typeof message === 'string' ? [place, message].filter(Boolean).join(': ') : '';
}

const longest = 300;
