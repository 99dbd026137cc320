import { untilAborted } from '../async/abort.ts';
import { groupsOf } from '../async/in-groups.ts';
import { type Content, text } from '../canister/content.ts';
import type { ConverseEvent } from '../conversation/converse-event.ts';
import { ConverserError, type ErrorData, errorData, errors, reasonOf } from '../errors.ts';
import type { FinishReason, Model, ModelRequest, Usage, WrittenInvocation } from '../models/provider.ts';
import type { Ledger } from '../spending/ledger.ts';
import type { Admission } from './admission.ts';

/** All of one reply, once it has ended. */
export interface Reply {
  /** What was said and what the provider wants back, in the order in which it came. */
  readonly content: readonly Content[];
  readonly invocations: readonly WrittenInvocation[];
  readonly reason: FinishReason;
  /** Why there is no whole reply. */
  readonly error?: ErrorData;
}

export interface Asking {
  readonly round: number;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Asked before the request is made again; the first one was admitted already. */
  readonly admit: Admission;
}

/** Passes on what a model says while it says it, in the groups in which it comes, and returns the reply as a whole. */
export async function* askModel(
  model: Model,
  request: ModelRequest,
  { round, signal, ledger, admit }: Asking,
): AsyncGenerator<readonly ConverseEvent[], Reply> {
  let meter = ledger.ask(round, request);
  const told = (usage: Usage): ConverseEvent => ({ type: 'usage', round, usage, spent: ledger.spent });
  const settle = (isWhole: boolean): readonly ConverseEvent[] => {
    const estimated = meter.settle(isWhole);
    return estimated === undefined ? [] : [told(estimated)];
  };
  let content = createContentCollector();
  let invocations: WrittenInvocation[] = [];
  const whole = (reason: FinishReason): Reply => ({ content: content.all(), invocations, reason });
  const broken = (error: ErrorData): Reply => ({ ...whole('stop'), error });

  try {
    for await (const group of untilAborted(groupsOf(model.reply(request, signal)), signal)) {
      let heard: ConverseEvent[] = [];
      for (const event of group) {
        meter.hear(event);
        switch (event.type) {
          case 'text-delta':
            content.say(event.text);
            heard.push(event);
            break;
          case 'reasoning-delta':
          case 'notice':
            heard.push(event);
            break;
          case 'invocation':
            invocations.push(event);
            break;
          case 'restart': {
            content = createContentCollector();
            invocations = [];
            yield [...heard, ...settle(false)];
            const refused = yield* admit(request);
            if (refused !== undefined) return broken(refused);
            meter = ledger.ask(round, request);
            heard = [{ ...event, type: 'round-restart', round }];
            break;
          }
          case 'opaque':
            content.add(event.content);
            break;
          case 'usage':
            meter.tell(event.usage);
            heard.push(told(event.usage));
            break;
          case 'finish':
            yield [...heard, ...settle(true), ...explain(event.reason, model)];
            return whole(event.reason);
          case 'failure':
            yield [...heard, ...settle(false)];
            return broken(event.error);
        }
      }
      yield heard;
    }
    yield settle(false);
  } catch (cause) {
    yield settle(false);
    const known = cause instanceof ConverserError;
    return broken(errorData(known ? cause : errors.modelFailed(model.label, reasonOf(cause), cause)));
  } finally {
    // Whoever stops listening leaves costs behind all the same.
    meter.settle(false);
  }
  return broken(
    errorData(signal.aborted ? errors.cancelled() : errors.modelFailed(model.label, 'its reply broke off.')),
  );
}

/** Joins what is said between two other parts. Texts in which there is nothing to read are left out. */
function createContentCollector() {
  const parts: Content[] = [];
  let pieces: string[] = [];
  const close = () => {
    const said = pieces.join('');
    if (said.trim() !== '') parts.push(text(said, 'text/markdown'));
    pieces = [];
  };
  return {
    say: (piece: string) => void pieces.push(piece),
    add(part: Content) {
      close();
      parts.push(part);
    },
    all(): readonly Content[] {
      close();
      return parts;
    },
  };
}

function explain(reason: FinishReason, { label }: Model): readonly ConverseEvent[] {
  if (reason === 'length') return [{ type: 'notice', message: `${label} stopped at its limit of length.` }];
  return reason === 'refusal' ? [{ type: 'notice', message: `${label} refused to go on.` }] : [];
}
