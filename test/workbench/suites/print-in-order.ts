export type Print = (text: string) => void;

/** Where one of several that write at the same time writes to. */
export type Place = {
  readonly print: Print;
  /** Lets the next one print. */
  end(): void;
};

/**
 * Gives places that print one after the other, in the order in which they were made and each of them whole:
 * the first prints at once, and what the others write is kept until it is their turn.
 */
export function printInOrder(write: Print): () => Place {
  const waiting: { kept: string; ended: boolean }[] = [];
  const turn = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (first.kept) write(first.kept);
      first.kept = '';
      if (!first.ended) return;
      waiting.shift();
    }
  };
  return () => {
    const place = { kept: '', ended: false };
    waiting.push(place);
    return {
      print(text) {
        place.kept += text;
        if (waiting[0] === place) turn();
      },
      end() {
        place.ended = true;
        turn();
      },
    };
  };
}
