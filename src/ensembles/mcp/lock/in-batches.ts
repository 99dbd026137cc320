/**
 * Twenty servers that start together read and write their lock only a few times (`mcp-connect` in test/bench).
 * Contract: a question is answered by a batch that begins after it arrived. `answer` settles each and never rejects.
 */
export function inBatches<Question>(
  answer: (place: string, batch: readonly Question[]) => Promise<void>,
): (place: string, question: Question) => void {
  const waiting = new Map<string, Question[]>();

  async function answerAll(place: string): Promise<void> {
    for (;;) {
      // Questions of the same moment belong to the same batch.
      await undefined;
      const batch = waiting.get(place) ?? [];
      if (batch.length === 0) break;
      waiting.set(place, []);
      await answer(place, batch);
    }
    waiting.delete(place);
  }

  return (place, question) => {
    const others = waiting.get(place);
    if (others !== undefined) {
      others.push(question);
      return;
    }
    waiting.set(place, [question]);
    void answerAll(place);
  };
}
