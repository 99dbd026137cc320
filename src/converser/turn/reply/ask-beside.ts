import { aborted, orAborted } from '../../async/abort.ts';
import { stopWith } from '../../async/linked-abort.ts';
import { serial } from '../../async/serial.ts';
import { text, textOf } from '../../canister/content.ts';
import { newCanister } from '../../canister/new-canister.ts';
import { fenced } from '../../caution/fence.ts';
import type { AskModel, ModelAnswer, ModelQuestion } from '../../ensemble/invoker.ts';
import type { Host } from '../../host.ts';
import { ofOutside } from '../../labels/label.ts';
import type { Model, ModelRequest } from '../../models/provider.ts';
import type { Ledger } from '../../spending/ledger.ts';
import { cutText } from '../../wording/cut-text.ts';
import type { Account } from '../limits/account.ts';
import { askModel } from './ask-model.ts';
import type { ModelReply } from './collect-reply.ts';

export interface AskBesideOptions {
  readonly model: Model;
  readonly host: Host;
  readonly ledger: Ledger;
  readonly account: Pick<Account, 'admit'>;
}

/** Of one turn. */
const mostRequests = 30;

/** Characters of the text. */
const mostCharacters = 200_000;

/**
 * Lets the tools of a turn ask its model. What that costs counts as part of the round in which it is asked, and is held
 * against the same limits before.
 *
 * Invariant: requests go one after the other, because the ledger follows one at a time.
 */
export function createAskBeside({ model, host, ledger, account }: AskBesideOptions): AskModel {
  const inTurn = serial();
  const { secrets, clock } = host;
  // The time of a tool's requests is part of the time that the tool takes.
  const timeless = { ask: ledger.ask, note: () => {}, spent: ledger.spent };
  let made = 0;

  async function ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    if (signal.aborted) return stopped;
    if (made >= mostRequests) return refused(`tools may ask it ${mostRequests} times a turn.`);
    made++;
    const limit = Math.min(mostCharacters, model.capabilities.contextTokens ?? mostCharacters);
    const request = requestFor(secrets.hideIn(question), { limit, host });
    const reason = await last(account.admit(request));
    if (signal.aborted) return stopped;
    if (reason !== undefined) return refused(reason.message);

    const { controller, release } = stopWith(signal);
    const round = ledger.turn.rounds.length;
    const asking = { round, signal: controller.signal, ledger: timeless, clock, admit: account.admit };
    try {
      const reply = await heard(askModel(model, request, asking), question.maxCharacters, controller);
      if (signal.aborted) return stopped;
      return answerOf(reply, question.text.length > limit);
    } finally {
      release();
    }
  }

  return async (question, signal) => {
    const answer = await orAborted(
      inTurn(() => ask(question, signal)),
      signal,
    );
    return answer === aborted ? stopped : answer;
  };
}

function requestFor(
  { instructions, text: given, question }: ModelQuestion,
  { limit, host }: { readonly limit: number; readonly host: Host },
): ModelRequest {
  const above = {
    ...newCanister('supervisor', host),
    role: 'supervisor' as const,
    content: [text(instructions)],
  };
  const document = {
    ...newCanister('document', host),
    role: 'document' as const,
    content: [text(cutText(given, { limit, readOn: '' }))],
    // Whatever it is from: this model must follow no instructions in it.
    label: ofOutside('*'),
  };
  const asked = { ...newCanister('user', host), role: 'user' as const, content: [text(question)] };
  return { canisters: fenced([above, document, asked]), tools: [] };
}

/** The whole reply; one that gets longer than it may be is broken off. */
async function heard(
  replying: ReturnType<typeof askModel>,
  maxCharacters: number,
  controller: AbortController,
): Promise<ModelReply> {
  let length = 0;
  for (;;) {
    const next = await replying.next();
    if (next.done === true) return next.value;
    for (const event of next.value) {
      if (event.type === 'round-restart') length = 0;
      if (event.type === 'text-delta') length += event.text.length;
    }
    if (length > maxCharacters) controller.abort();
  }
}

/** Providers quote in their errors what a model has said, so those are not passed on. */
function answerOf({ error, reason, content }: ModelReply, isCut: boolean): ModelAnswer {
  if (error?.code === 'cancelled') return refused('its answer was too long.');
  if (error !== undefined) return refused(`it failed (${error.code}).`);
  if (reason !== 'stop') return refused('it did not answer in words.');
  return { kind: 'answered', text: textOf(content), isCut };
}

const stopped = refused('it was stopped.');

function refused(reason: string): ModelAnswer {
  return { kind: 'refused', reason };
}

/** What a generator returns. */
async function last<T>(generator: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const next = await generator.next();
    if (next.done === true) return next.value;
  }
}
