import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import type { Ending, OpenItem, Place } from './open-item.ts';
import type { StreamEvent } from './stream-event.ts';

export type Events = Generator<StreamEvent, void>;

/** What is open: a message, reasoning, a whole call, or the number of a call that comes in fragments. */
export type Kind = 'message' | 'reasoning' | 'call' | number;

/** Items one after the other, of which one is open at most. */
export interface ItemSequence {
  /** Those that are closed. */
  readonly done: readonly ResponseOutputItem[];
  kind(): Kind | undefined;
  /** Closes what is open first. */
  open(next: Kind, make: (place: Place) => OpenItem): Events;
  write(piece: string): Events;
  /** `incomplete`: what is open was cut off. Default `completed`. */
  close(status?: Ending): Events;
}

/** @param id of the response, which the ids of its items begin with */
export function createItemSequence(id: string): ItemSequence {
  const done: ResponseOutputItem[] = [];
  let kind: Kind | undefined;
  let current: OpenItem | undefined;

  function* close(status: Ending = 'completed'): Events {
    if (current === undefined) return;
    const { last, item } = current.end(status);
    yield* last;
    yield { type: 'response.output_item.done', output_index: done.length, item };
    done.push(item);
    [current, kind] = [undefined, undefined];
  }

  return {
    done,
    close,
    kind: () => kind,
    *open(next, make) {
      yield* close();
      kind = next;
      current = make({ output_index: done.length, item_id: `${id}-item-${done.length}` });
      yield* current.first;
    },
    *write(piece) {
      if (current !== undefined) yield current.write(piece);
    },
  };
}
