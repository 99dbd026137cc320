import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { type Canister, isInvocation, isResult } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import type { ConverseEvent, TurnEnd } from '../../../converser/words/conversation/converse-event.ts';
import { fullName } from '../../../converser/words/ensemble/invoker.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { AskedTurn } from '../../conversations/client-conversations.ts';
import type { CallWatch } from '../call-watch.ts';

export interface Answer {
  readonly conversation: string;
  readonly answer: string;
  readonly calls: readonly AnsweredCall[];
  readonly unsupported?: readonly string[];
}

export interface AnsweredCall {
  readonly name: string;
  readonly failure?: string;
}

export async function answerOf(
  { conversationId, events }: AskedTurn,
  { label }: Pick<Model, 'label'>,
  { progress }: Pick<CallWatch, 'progress'>,
): Promise<Answer> {
  const describe = describeProgress(label);
  let last: ConverseEvent | undefined;
  for await (const event of events) {
    const words = describe(event);
    if (words !== undefined) progress(words);
    last = event;
  }
  if (last?.type !== 'turn-end') throw errors.internal('The turn did not end.');
  const { outcome, canisters, unsupported } = last;
  if (outcome !== 'final') throw reasonFor(last);
  return defined({
    conversation: conversationId,
    answer: lastWords(canisters),
    calls: callsIn(canisters),
    unsupported: unsupported?.map(({ text }) => text),
  });
}

function reasonFor({ error, outcome }: TurnEnd): ConverserError {
  return error === undefined || outcome === 'stopped' ? errors.cancelled() : new ConverserError(error);
}

function lastWords(canisters: readonly Canister[]): string {
  return textOf(canisters.findLast(({ role }) => role === 'assistant')?.content ?? []);
}

function callsIn(canisters: readonly Canister[]): readonly AnsweredCall[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  return canisters
    .filter(isInvocation)
    .map(call => defined({ name: fullName(call), failure: results.get(call.id)?.failure?.message }));
}

function describeProgress(model: string): (event: ConverseEvent) => string | undefined {
  const calls = new Map<string, string>();
  return event => {
    switch (event.type) {
      case 'round-start':
        return event.round === 1 ? `Asking ${model}` : `Asking ${model} again (round ${event.round})`;
      case 'round-restart':
      case 'notice':
        return event.message;
      case 'invocation-start':
        calls.set(event.canister.id, fullName(event.canister));
        return `Calling ${fullName(event.canister)}`;
      case 'invocation-edit':
        return `The user changed the arguments of ${fullName(event.canister)}`;
      case 'invocation-progress':
        return `${calls.get(event.invocationId)}: ${event.message}`;
      case 'invocation-end': {
        const { invocationId, failure } = event.canister;
        return `${calls.get(invocationId)} ${failure === undefined ? 'is done' : 'failed'}`;
      }
      case 'turn-start':
      case 'message-added':
      case 'window':
      case 'round-end':
      case 'text-delta':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'usage':
      case 'joined':
      case 'turn-end':
        return undefined;
    }
  };
}
