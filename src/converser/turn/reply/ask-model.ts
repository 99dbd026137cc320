import { groupsUntil } from '../../ground/async/flow.ts';
import type { Tell } from '../../ground/async/told.ts';
import { ConverserError, type ErrorData, errorData, errors, reasonOf } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Clock } from '../../ground/ports.ts';
import { resumed, type ThoughtText, withMore } from '../../ground/wording/thought-text.ts';
import type { ConverseEvent, ReasoningEnd } from '../../words/conversation/converse-event.ts';
import type { Thought } from '../../words/conversation/thought.ts';
import type { FinishReason, Model, ModelEvent, ModelRequest, Usage } from '../../words/models/provider.ts';
import type { RequestOrigin } from '../../words/models/request-log.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import type { Account } from '../limits/turn-account.ts';
import { createReplyCollector, type ModelReply } from './collect-reply.ts';

export interface AskOptions {
  readonly round: number;
  readonly origin?: Omit<RequestOrigin, 'round'>;
  readonly signal: AbortSignal;
  readonly ledger: Pick<Ledger, 'ask' | 'note' | 'spent'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly admit: Account['admit'];
  readonly heardUsage?: HeardUsage;
  /** Called with the first piece of each reply, of whichever kind. */
  readonly heardFirst?: () => void;
  readonly tell: Tell<ConverseEvent>;
}

export type HeardUsage = (
  of: { readonly model: Model; readonly request: ModelRequest },
  usage: Usage,
) => void;

export async function askModel(
  model: Model,
  request: ModelRequest,
  { round, origin, signal, ledger, clock, admit, heardUsage, heardFirst, tell }: AskOptions,
): Promise<ModelReply> {
  const usageEvent = (usage: Usage): ConverseEvent => ({
    type: 'usage',
    round,
    usage,
    spent: ledger.spent(),
  });
  const settle = (isWhole: boolean): readonly ConverseEvent[] => [
    ...reply.endThought(),
    ...[meter.settle(isWhole)].filter(usage => usage !== undefined).map(usageEvent),
  ];
  let meter = ledger.ask(round, request, model);
  let reply = hearReply(clock, heardFirst);
  const begun = clock.monotonic();
  const sent = origin === undefined ? request : { ...request, origin: { ...origin, round } };
  try {
    for await (const group of groupsUntil(model.reply(sent, signal), signal)) {
      let heard: ConverseEvent[] = [];
      for (const event of group) {
        meter.hear(event);
        heard.push(...reply.hear(event));
        switch (event.type) {
          case 'text-delta':
          case 'reasoning-delta':
            heard.push(event);
            break;
          case 'notice':
            if (event.message !== '') heard.push(event);
            break;
          case 'usage':
            meter.tell(event.usage);
            heardUsage?.({ model, request }, event.usage);
            heard.push(usageEvent(event.usage));
            break;
          case 'restart': {
            reply = hearReply(clock, heardFirst);
            await tell([...heard, ...settle(false)]);
            const refused = await admit(request, model);
            if (refused !== undefined) return reply.broken(refused);
            meter = ledger.ask(round, request, model);
            heard = [{ ...event, type: 'round-restart', round }];
            break;
          }
          case 'finish':
            await tell([...heard, ...settle(true), ...explain(event.reason, model)]);
            return reply.whole(event.reason);
          case 'failure':
            await tell([...heard, ...settle(false)]);
            return reply.broken(event.error);
        }
      }
      await tell(heard);
    }
    await tell(settle(false));
    return reply.broken(signal.aborted ? errorData(errors.cancelled()) : brokenOff(model));
  } catch (cause) {
    await tell(settle(false));
    return reply.broken(cause instanceof ConverserError ? errorData(cause) : brokenOff(model, cause));
  } finally {
    meter.settle(false);
    ledger.note({ milliseconds: clock.monotonic() - begun });
  }
}

function hearReply(clock: Pick<Clock, 'monotonic'>, heardFirst: (() => void) | undefined) {
  const reply = createReplyCollector();
  const thoughts = createThoughtCollector(clock);
  let hasBegun = false;
  return {
    hear(event: ModelEvent) {
      const begins = !hasBegun && isOfReply.has(event.type) && !saysNothing(event);
      hasBegun ||= begins;
      if (begins) heardFirst?.();
      reply.hear(event);
      return thoughts.hear(event);
    },
    endThought: thoughts.end,
    whole: (reason: FinishReason): ModelReply =>
      defined({ ...reply.whole(reason), thought: thoughts.gathered() }),
    broken: reply.broken,
  };
}

const isOfReply: ReadonlySet<ModelEvent['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'invocation-delta',
  'invocation',
]);

function brokenOff({ label }: Model, cause?: unknown): ErrorData {
  const reason = cause === undefined ? 'its reply broke off.' : reasonOf(cause);
  return errorData(errors.modelFailed(label, reason, cause));
}

function explain(reason: FinishReason, { label }: Model): readonly ConverseEvent[] {
  if (reason === 'length') return [{ type: 'notice', message: `${label} reached its length limit.` }];
  return reason === 'refusal' ? [{ type: 'notice', message: `${label} refused to continue.` }] : [];
}

interface ThoughtCollector {
  hear(event: ModelEvent): readonly ReasoningEnd[];
  end(): readonly ReasoningEnd[];
  gathered(): Omit<Thought, 'before'> | undefined;
}

function createThoughtCollector(clock: Pick<Clock, 'monotonic'>): ThoughtCollector {
  let kept: ThoughtText = { text: '' };
  let duration = 0;
  let begun: number | undefined;
  let last = 0;

  function end(): readonly ReasoningEnd[] {
    if (begun === undefined) return [];
    const took = last - begun;
    begun = undefined;
    duration += took;
    return [{ type: 'reasoning-end', duration: took }];
  }

  return {
    hear(event) {
      if (event.type !== 'reasoning-delta') return saysNothing(event) ? [] : end();
      last = clock.monotonic();
      if (begun === undefined) kept = resumed(kept);
      begun ??= last;
      kept = withMore(kept, event.text);
      return [];
    },
    end,
    gathered: () => (kept.text.trim() === '' ? undefined : { ...kept, duration }),
  };
}

/** Some servers send figures and empty texts while their model thinks. */
function saysNothing(event: ModelEvent): boolean {
  return event.type === 'usage' || (event.type === 'text-delta' && event.text === '');
}
