import { type Canister, ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { ModelRequest } from '../../../converser/words/models/provider.ts';
import type { ContractStyle } from '../../../dialects/contract/forms/contract-form.ts';
import { writeCalls } from '../../../dialects/contract/forms/write-calls.ts';
import type { Attempt } from './attempt-reply.ts';

export function complaintAbout(
  { complaints, calls, said, written }: Attempt,
  { tools, toolChoice }: ModelRequest,
  style: ContractStyle = 'json',
): string | undefined {
  if (complaints.length > 0) {
    const reasons = [...new Set(complaints)].slice(0, 3);
    return `Nothing was called, because your call is invalid: ${reasons.join('; ')}. ${again(tools, style)}`;
  }
  if (calls.length > 0) return undefined;
  if (toolChoice === 'required' && tools.length > 0) return `You must call a tool. ${again(tools, style)}`;
  return written !== '' && said.trim() === '' ? 'Your reply contains no answer. Write it now.' : undefined;
}

function again(tools: ModelRequest['tools'], style: ContractStyle): string {
  const names = tools.slice(0, 40).map(({ name }) => name);
  return `Write all calls of your reply again, ${asForm(style)}. The tools are ${names.join(', ')}${tools.length > 40 ? ', …' : ''}.`;
}

function asForm(style: ContractStyle): string {
  if (style === 'json')
    return 'as one JSON object with nothing after it: {"calls": [{"name": "<tool>", "arguments": {}}]}';
  return `with nothing after them, in this form:\n${writeCalls([{ name: '<tool>', arguments: {} }], style)}\n`;
}

/** Neither the reply nor the complaint is kept in the conversation. */
export function withAnswer(
  request: ModelRequest,
  { reply, answer }: { readonly reply: string; readonly answer: string },
): ModelRequest {
  const timestamp = request.canisters.at(-1)?.timestamp ?? '1970-01-01T00:00:00.000Z';
  const common = { timestamp, marks: ordinaryMarks };
  const said: readonly Canister[] = [
    { ...common, id: 'contract-reply', role: 'assistant', content: [text(reply)] },
    { ...common, id: 'contract-answer', role: 'user', content: [text(answer)] },
  ];
  return { ...request, canisters: [...request.canisters, ...said] };
}
