import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { type InGroups, onceBegun } from '../../converser/ground/async/flow.ts';
import { rewrittenAsGroups } from '../../converser/ground/async/rewritten.ts';
import { type ConverserError, errorData, errors } from '../../converser/ground/errors.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';

export interface ReplyReader<Item> {
  open(): Promise<InGroups<Item>>;
  opening?(): readonly ModelEvent[];
  read(item: Item): readonly ModelEvent[];
  end(): readonly ModelEvent[];
  known?(): readonly ModelEvent[];
  salvage?(cause: unknown): readonly ModelEvent[] | undefined;
  explain(cause: unknown): ConverserError | Promise<ConverserError>;
  readonly hideIn: KnownSecrets['hideIn'];
}

export function streamedReply<Item>(reader: ReplyReader<Item>, signal: AbortSignal): InGroups<ModelEvent> {
  let isOver = false;
  let hasBegun = false;
  const opened = (events: readonly ModelEvent[]) => {
    if (hasBegun) return events;
    hasBegun = true;
    return [...(reader.opening?.() ?? []), ...events];
  };
  const failure = (error: ConverserError): readonly ModelEvent[] => [
    ...(reader.known?.() ?? []),
    { type: 'failure', error: errorData(error) },
  ];
  const hidden = (event: ModelEvent) =>
    event.type === 'failure' || event.type === 'notice' ? reader.hideIn(event) : event;
  return rewrittenAsGroups<Item, ModelEvent>(
    onceBegun(() => openedBy(reader, signal)),
    {
      writeAll(items, written) {
        if (!hasBegun) written.push(...opened([]).map(hidden));
        for (const item of items) {
          const events = signal.aborted ? failure(errors.cancelled()) : reader.read(item);
          for (const event of events) addJoined(written, hidden(event));
          isOver = isEnd(events.at(-1));
          if (isOver) return;
        }
      },
      end: () => (signal.aborted ? failure(errors.cancelled()) : opened(reader.end()).map(hidden)),
      async fail(cause) {
        if (signal.aborted) return failure(errors.cancelled());
        return opened(reader.salvage?.(cause) ?? failure(await reader.explain(cause))).map(hidden);
      },
      isOver: () => isOver,
    },
  );
}

async function openedBy<Item>(reader: ReplyReader<Item>, signal: AbortSignal): Promise<InGroups<Item>> {
  const items = signal.aborted ? aborted : await orAborted(reader.open(), signal);
  if (items === aborted) throw errors.cancelled();
  return items;
}

function isEnd(event: ModelEvent | undefined): boolean {
  return event?.type === 'finish' || event?.type === 'failure';
}

/** Fast servers send hundreds of deltas at once, and everything after this would handle each of them. */
function addJoined(events: ModelEvent[], event: ModelEvent): void {
  const before = events.at(-1);
  const joined = before && joinedDelta(before, event);
  if (joined === undefined) events.push(event);
  else events[events.length - 1] = joined;
}

type Delta = Extract<ModelEvent, { type: 'text-delta' | 'reasoning-delta' | 'invocation-delta' }>;

function isDelta(event: ModelEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'invocation-delta';
}

function joinedDelta(before: ModelEvent, event: ModelEvent): ModelEvent | undefined {
  if (!isDelta(event) || !isDelta(before) || before.type !== event.type) return undefined;
  const isOfSameCall = !('call' in event && 'call' in before) || before.call === event.call;
  return isOfSameCall ? { ...before, text: before.text + event.text } : undefined;
}
