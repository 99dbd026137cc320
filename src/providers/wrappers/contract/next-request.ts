import { type Canister, ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { ModelRequest, ToolDefinition } from '../../../converser/words/models/provider.ts';
import type { ContractStyle } from '../../../dialects/contract/forms/contract-form.ts';
import { writeCalls } from '../../../dialects/contract/forms/write-calls.ts';
import type { Asking } from './asking.ts';
import type { Attempt, AttemptOptions } from './attempt-reply.ts';
import { schemaFor, styleFor } from './contract-request.ts';
import { describedResults, descriptionsOf, namesAskedFor } from './describe.ts';

export interface Progress {
  readonly spoken: ModelRequest;
  readonly describer: ToolDefinition | undefined;
  readonly described: number;
  readonly before?: AttemptOptions['before'];
  readonly complained?: Attempt;
}

interface Next {
  readonly attempt: Attempt;
  readonly progress?: Progress;
}

const mostDescribed = 3;

export function nextRequest(made: Attempt, asking: Asking, progress: Progress): Next {
  const { describer, described, complained } = progress;
  const asksAgain = describer !== undefined && made.calls.some(({ name }) => name === describer.name);
  const attempt = asksAgain && described >= mostDescribed ? refused(made, describer.name) : made;
  const complaint = complaintAbout(attempt, asking.request, styleFor(asking));
  if (complaint !== undefined) {
    if (complained !== undefined) return { attempt };
    const spoken = withDescriptions(attempt, { complaint, asking, progress });
    return {
      attempt,
      progress: { ...progress, spoken, before: passedOn(attempt, progress), complained: attempt },
    };
  }
  if (!asksAgain) return { attempt };
  const isLast = described + 1 >= mostDescribed;
  const { spoken } = progress;
  const answer = describedResults(attempt, asking, { describer, spoken, isLast });
  const next = withAnswer(isLast ? askingNoMore(spoken, asking) : spoken, {
    reply: attempt.written,
    answer,
  });
  return {
    attempt,
    progress: { ...progress, spoken: next, described: described + 1, before: passedOn(attempt, progress) },
  };
}

function refused(attempt: Attempt, describer: string): Attempt {
  const complaint = `${describer} can’t be called again in this reply`;
  return { ...attempt, complaints: [...attempt.complaints, complaint] };
}

function passedOn({ said, usage }: Attempt, { before }: Progress): NonNullable<Progress['before']> {
  const last = said.trim() === '' ? '' : `${said}\n\n`;
  return { said: `${before?.said ?? ''}${last}`, usage };
}

interface Complaining {
  readonly complaint: string;
  readonly asking: Asking;
  readonly progress: Progress;
}

function withDescriptions(
  { written, calls, misfits }: Attempt,
  { complaint, asking, progress: { spoken, describer } }: Complaining,
): ModelRequest {
  const names = describer === undefined ? [] : [...misfits, ...namesAskedFor(calls, describer)];
  const others = names.filter(name => name !== describer?.name);
  if (others.length === 0) return withAnswer(spoken, { reply: written, answer: complaint });
  const told = JSON.stringify(descriptionsOf(others, asking, spoken));
  return withAnswer(spoken, { reply: written, answer: `${complaint}\nThe whole descriptions: ${told}` });
}

/** A server that enforces a schema lets the model ask no more. */
function askingNoMore(spoken: ModelRequest, asking: Asking): ModelRequest {
  const replySchema = schemaFor(asking, asking.request.tools);
  return replySchema === undefined ? spoken : { ...spoken, replySchema };
}

function complaintAbout(
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

function withAnswer(
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
