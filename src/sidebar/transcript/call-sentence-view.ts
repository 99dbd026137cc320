import { type CallSentence, callSentence, type Tense } from '../../converser/words/texts/call-sentence.ts';
import type { InvocationItem, InvocationStatus } from '../turns/turn-view.ts';

export function sentenceOf({ canister, status, result }: InvocationItem): CallSentence | undefined {
  const sentence = callSentence(canister, { tense: tenseOf(status), result });
  if (sentence === undefined || status === 'done') return sentence;
  // An answer from an earlier call has changed nothing.
  const { outcome: _none, ...rest } = sentence;
  return rest;
}

function tenseOf(status: InvocationStatus): Tense {
  if (status === 'running') return 'running';
  return status === 'done' || status === 'repeated' ? 'done' : 'plain';
}
