import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { ErrorCode, ErrorData } from '../../../converser/ground/errors.ts';
import {
  canonicalJson,
  isJsonObject,
  type JsonValue,
  parseJson,
} from '../../../converser/ground/json/json.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { type Canister, ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { Model, WrittenInvocation } from '../../../converser/words/models/provider.ts';
import { estimateText } from '../../../converser/words/spending/estimate-tokens.ts';
import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';
import { withContract } from '../../wrappers/contract/contract-model.ts';
import { type Heard, hear } from '../record-reply.ts';
import { caseTools } from './case-tools.ts';
import type { ContractCase, Wanted, WantedCall } from './cases.ts';

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
  | { readonly type: 'failed'; readonly error: ErrorData };

/** In milliseconds. A case that takes longer is wrong. */
const longest = 90_000;

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
    form,
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

function isRight({ calls, said }: Pick<Heard, 'calls' | 'said'>, wanted: Wanted): boolean {
  if ('answer' in wanted) {
    const answer = said.trim().toLowerCase();
    return (
      calls.length === 0 && answer !== '' && wanted.answer.some(each => answer.includes(each.toLowerCase()))
    );
  }
  if (calls.length !== wanted.calls.length) return false;
  const left = [...calls];
  return wanted.calls.every(each => {
    const at = left.findIndex(call => isMeant(call, each));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isMeant(
  { name, arguments: given }: WrittenInvocation,
  { name: wantedName, arguments: wanted, optional = [] }: WantedCall,
): boolean {
  if (name !== wantedName || !isJsonObject(given)) return false;
  const names = new Set([...Object.keys(wanted), ...optional]);
  return (
    Object.keys(given).every(each => names.has(each) || isEmpty(given[each])) &&
    Object.entries(wanted).every(([each, value]) => isSame(given[each], value))
  );
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function isSame(given: JsonValue | undefined, wanted: JsonValue): boolean {
  if (typeof given === 'string' && typeof wanted === 'string') return given.trim() === wanted.trim();
  return given !== undefined && canonicalJson(readable(given)) === canonicalJson(wanted);
}

function readable(given: JsonValue): JsonValue {
  const read = typeof given === 'string' ? parseJson(given) : undefined;
  return read === undefined ? given : read;
}
