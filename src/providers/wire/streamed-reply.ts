import { aborted, orAborted } from '../../converser/async/abort.ts';
import { groupsOnceBegun, type InGroups, inGroups } from '../../converser/async/in-groups.ts';
import { rewritten } from '../../converser/async/rewritten.ts';
import { type ConverserError, errorData, errors } from '../../converser/errors.ts';
import type { ModelEvent } from '../../converser/models/provider.ts';

/** How a reply is made of what a server sends. Serves one reply only. */
export interface ReplyReader<Item> {
  /** Makes the request. Throws what the SDK throws. */
  open(): Promise<AsyncIterable<readonly Item[]>>;
  /** Throws what the server reports as an error in the middle of its stream. */
  read(item: Item): readonly ModelEvent[];
  /** The remaining events once the stream has ended. The last one ends the reply. */
  end(): readonly ModelEvent[];
  /** What is known of a reply that fails, such as its usage. Default: nothing. */
  known?(): readonly ModelEvent[];
  explain(cause: unknown): Promise<ConverserError>;
}

/** The reply, whatever happens: see the contract in `provider.ts`. */
export function streamedReply<Item>(reader: ReplyReader<Item>, signal: AbortSignal): InGroups<ModelEvent> {
  let isOver = false;
  const failure = (error: ConverserError): readonly ModelEvent[] => [
    ...(reader.known?.() ?? []),
    { type: 'failure', error: errorData(error) },
  ];
  return rewritten<Item, ModelEvent>(inGroups(groupsOnceBegun(() => opened(reader, signal))), {
    write(item) {
      const events = signal.aborted ? failure(errors.cancelled()) : reader.read(item);
      isOver = isEnd(events.at(-1));
      return events;
    },
    end: () => (signal.aborted ? failure(errors.cancelled()) : reader.end()),
    fail: async cause => failure(signal.aborted ? errors.cancelled() : await reader.explain(cause)),
    get isOver() {
      return isOver;
    },
  });
}

async function opened<Item>(
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
