import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import type { Ending, OpenItem, Place } from './open-item.ts';
import type { StreamEvent } from './stream-event.ts';

export type Events = Generator<StreamEvent, void>;

/** A number stands for a call that comes in fragments. */
export type Kind = 'message' | 'reasoning' | 'call' | number;

export interface ItemSequence {
  readonly done: readonly ResponseOutputItem[];
  kind(): Kind | undefined;
  open(next: Kind, make: (place: Place) => OpenItem): Events;
  write(piece: string): Events;
  close(status?: Ending): Events;
}

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
