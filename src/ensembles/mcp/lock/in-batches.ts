/**
 * Answers what is asked of one place batch by batch: what comes while one is being answered waits, and is answered
 * together by the next. So twenty servers that start together read and write their lock a few times, and not twenty.
 *
 * Contract: an ask is answered by a batch that begins after it came. `answer` settles each ask and never rejects.
 */
export function inBatches<Ask>(
  answer: (place: string, asks: readonly Ask[]) => Promise<void>,
): (place: string, ask: Ask) => void {
  /** Of each place that is being seen to, what waits for the next batch. */
  const waiting = new Map<string, Ask[]>();

  async function seeTo(place: string): Promise<void> {
    for (;;) {
      // Those who ask in the same breath are of the same batch.
      await undefined;
      const asks = waiting.get(place) ?? [];
      if (asks.length === 0) break;
      waiting.set(place, []);
      await answer(place, asks);
    }
    waiting.delete(place);
  }

  return (place, ask) => {
    const others = waiting.get(place);
    if (others !== undefined) {
      others.push(ask);
      return;
    }
    waiting.set(place, [ask]);
    void seeTo(place);
  };
}
