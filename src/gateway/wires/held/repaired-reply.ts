import { errorData, errors } from '../../../converser/ground/errors.ts';
import { type Canister, ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { HeldReply, Judge, Verdict } from './judge.ts';

interface Asked {
  readonly request: ModelRequest;
  readonly judge: Judge;
  readonly signal: AbortSignal;
}

type Misfit = Extract<Verdict, { kind: 'misfits' }>;

/** In characters. No model writes more in one reply. */
const longest = 4_000_000;

/** Holds a reply back until it fits. A misfit is asked for once more, after a `restart`; a second one is a failure. */
export async function* repairedReply(
  model: Model,
  { request: { fragments: _fragments, ...request }, judge, signal }: Asked,
): AsyncGenerator<ModelEvent, void> {
  const first = yield* attempt(model, { request, judge, signal });
  if (first === undefined) return;
  yield { type: 'restart', message: `${model.label} is asked once more: ${first.reason}`, wait: 0 };
  const again = withComplaint(request, first);
  const second = yield* attempt(model, { request: again, judge, signal });
  if (second === undefined) return;
  yield { type: 'failure', error: errorData(errors.modelFailed(model.label, second.reason)) };
}

type Refused = Misfit & Pick<HeldReply, 'said'>;

async function* attempt(
  model: Model,
  { request, judge, signal }: Asked,
): AsyncGenerator<ModelEvent, Refused | undefined> {
  let held: ModelEvent[] = [];
  let said = '';
  let isSettled = false;
  for await (const event of model.reply(request, signal)) {
    if (isSettled || event.type === 'usage' || event.type === 'notice' || event.type === 'failure') {
      yield event;
      if (event.type === 'failure') return undefined;
    } else if (event.type === 'restart') {
      [held, said] = [[], ''];
      yield event;
    } else if (event.type === 'finish') {
      const isCut = event.reason === 'length' || event.reason === 'refusal';
      const verdict = isCut ? ({ kind: 'fits', events: held } as const) : await judge({ events: held, said });
      if (verdict.kind === 'misfits') return { ...verdict, said };
      yield* verdict.events;
      yield { ...event, reason: verdict.reason ?? event.reason };
    } else {
      held.push(event);
      if (event.type === 'text-delta') said += event.text;
      isSettled = event.type === 'invocation' && event.proposed === undefined;
      if (isSettled) yield* held;
      else if (said.length > longest) return yield* tooLong(model);
    }
  }
  return undefined;
}

/** What can't be judged is not passed on. */
function* tooLong({ label }: Model): Generator<ModelEvent, undefined> {
  const error = errorData(errors.modelFailed(label, 'its reply is too long to be checked.'));
  yield { type: 'failure', error };
  return undefined;
}

function withComplaint(request: ModelRequest, { said, complaint }: Refused): ModelRequest {
  const timestamp = request.canisters.at(-1)?.timestamp ?? '1970-01-01T00:00:00.000Z';
  const common = { timestamp, marks: ordinaryMarks };
  const reply: readonly Canister[] =
    said.trim() === '' ? [] : [{ ...common, id: 'held-reply', role: 'assistant', content: [text(said)] }];
  const answer: Canister = { ...common, id: 'held-complaint', role: 'user', content: [text(complaint)] };
  return { ...request, canisters: [...request.canisters, ...reply, answer] };
}
