import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { ErrorCode, ErrorData } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import { ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { estimateText } from '../../../converser/words/spending/estimate-tokens.ts';
import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';
import { withContract } from '../../wrappers/contract/contract-model.ts';
import { type Heard, hear } from '../record-reply.ts';
import { caseTools } from './case-tools.ts';
import type { ContractCase } from './cases.ts';
import { isRight } from './judge-case.ts';

export interface CaseRun {
  readonly each: ContractCase;
  readonly form: ContractForm;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type RanCase =
  | {
      readonly type: 'ran';
      readonly isRight: boolean;
      readonly tokens: number;
      readonly error?: ErrorData;
    }
  /** The next case would fail, too. */
  | { readonly type: 'failed'; readonly error: ErrorData };

/** In milliseconds. A case that takes longer is wrong. */
const longest = 90_000;

/** These errors say something about the reply, and not about the server. */
const ofReply: readonly ErrorCode[] = [
  'model-empty',
  'model-failed',
  'reply-too-large',
  'context-overflow',
  'model-silent',
];

export async function runCase(model: Model, { each, form, clock, signal }: CaseRun): Promise<RanCase> {
  const over = new AbortController();
  const stopWaiting = clock.after(longest, () => over.abort());
  // The check looks at the bare model, of which it isn't known that its server enforces a schema.
  const replySchema = form.constrained === true;
  const subject = withContract(
    { ...model, capabilities: { ...model.capabilities, tools: 'none', replySchema } },
    { best: () => form },
  );
  const request = { canisters: canistersOf(each, clock), tools: caseTools };
  try {
    const hearing = hear(subject, request, { clock, signal: AbortSignal.any([signal, over.signal]) });
    const heard = await orAborted(hearing, over.signal);
    if (heard === aborted || over.signal.aborted) return { type: 'ran', isRight: false, tokens: 0 };
    const { error } = heard;
    if (error !== undefined && !ofReply.includes(error.code)) return { type: 'failed', error };
    return {
      type: 'ran',
      isRight: error === undefined && isRight(heard, each.wants),
      tokens: tokensOf(heard),
      ...(error && { error }),
    };
  } finally {
    stopWaiting();
    over.abort();
  }
}

function tokensOf({ usage: { input, output }, said, calls }: Heard): number {
  if (input !== undefined || output !== undefined) return (input ?? 0) + (output ?? 0);
  return estimateText(said + JSON.stringify(calls));
}

function canistersOf({ said, before }: ContractCase, clock: Clock): readonly Canister[] {
  const timestamp = clock.now().toISOString();
  const common = (id: string) => ({ id, timestamp, marks: ordinaryMarks });
  const question: Canister = { ...common('case'), role: 'user', content: [text(said)] };
  if (before === undefined) return [question];
  const { name, arguments: args, result, failed } = before;
  return [
    question,
    { ...common('call'), role: 'invocation', ensemble: '', name, arguments: args, content: [] },
    {
      ...common('result'),
      role: 'result',
      invocationId: 'call',
      content: [text(result)],
      ...(failed && { failure: { kind: 'execution', message: result } }),
    },
  ];
}
