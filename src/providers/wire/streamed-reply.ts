import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { groupsOnceBegun, type InGroups } from '../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { type ConverserError, errorData, errors } from '../../converser/ground/errors.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';

export interface ReplyReader<Item> {
  open(): Promise<AsyncIterable<readonly Item[]>>;
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
  const isOwn = ({ type }: ModelEvent) => type === 'failure' || type === 'notice';
  const hidden = (events: readonly ModelEvent[]) =>
    events.some(isOwn) ? events.map(event => (isOwn(event) ? reader.hideIn(event) : event)) : events;
  function readAll(items: readonly Item[], read: ModelEvent[]): void {
    for (const item of items) {
      const events = signal.aborted ? failure(errors.cancelled()) : reader.read(item);
      for (const event of events) addJoined(read, event);
      isOver = isEnd(events.at(-1));
      if (isOver) return;
    }
  }
  return rewritten<readonly Item[], ModelEvent>(
    groupsOnceBegun(() => groupsOf(reader, signal)),
    {
      write: items => readInto(items, readAll, read => hidden(opened(read))),
      end: () => (signal.aborted ? failure(errors.cancelled()) : hidden(opened(reader.end()))),
      fail: async cause => {
        if (signal.aborted) return failure(errors.cancelled());
        return hidden(opened(reader.salvage?.(cause) ?? failure(await reader.explain(cause))));
      },
      isOver: () => isOver,
    },
  );
}

function* readInto<Item>(
  items: readonly Item[],
  readAll: (items: readonly Item[], read: ModelEvent[]) => void,
  told: (read: readonly ModelEvent[]) => readonly ModelEvent[],
): Generator<ModelEvent, void> {
  const read: ModelEvent[] = [];
  try {
    readAll(items, read);
  } finally {
    yield* told(read);
  }
}

async function groupsOf<Item>(
  reader: ReplyReader<Item>,
  signal: AbortSignal,
): Promise<AsyncIterable<readonly Item[]>> {
  const groups = signal.aborted ? aborted : await orAborted(reader.open(), signal);
  if (groups === aborted) throw errors.cancelled();
  return groups;
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
