import { groupsOf, type InGroups, inGroups } from '../../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import type { Model, ModelEvent } from '../../../converser/words/models/provider.ts';

/** A failure before the first word can still be the status of the response. Throws the failure. */
export async function begunReply(
  reply: AsyncIterable<ModelEvent>,
  { label }: Pick<Model, 'label'>,
): Promise<InGroups<ModelEvent>> {
  const groups = groupsOf(reply)[Symbol.asyncIterator]();
  const held: ModelEvent[] = [];
  for (;;) {
    const { value: group, done } = await groups.next();
    if (done) throw errors.modelFailed(label, 'its reply is empty.');
    const first = group.find(({ type }) => type !== 'usage' && type !== 'notice');
    if (first?.type === 'failure') {
      await groups.return?.();
      throw new ConverserError(first.error);
    }
    held.push(...group);
    if (first !== undefined) return inGroups(goOn(held, groups));
  }
}

/** A generator would make each group wait once more. */
function goOn(held: readonly ModelEvent[], groups: Groups): AsyncIterable<readonly ModelEvent[]> {
  let first: readonly ModelEvent[] | undefined = held;
  const iterator: Groups = {
    next() {
      if (first === undefined) return groups.next();
      const value = first;
      first = undefined;
      return Promise.resolve({ value, done: false });
    },
    return: async () => (await groups.return?.()) ?? { value: undefined, done: true },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

type Groups = AsyncIterator<readonly ModelEvent[], undefined, undefined>;

export function orThrow(events: AsyncIterable<ModelEvent>): InGroups<ModelEvent> {
  return rewritten(events, {
    write(event) {
      if (event.type === 'failure') throw new ConverserError(event.error);
      return [event];
    },
  });
}
