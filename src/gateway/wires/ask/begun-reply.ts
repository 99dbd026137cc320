import { flowing, flowOf, groupsOf, type InGroups, inGroups } from '../../../converser/ground/async/flow.ts';
import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import type { Model, ModelEvent } from '../../../converser/words/models/provider.ts';

/** A failure before the first word can still be the status of the response. Throws the failure. */
export function begunReply(
  reply: AsyncIterable<ModelEvent>,
  { label }: Pick<Model, 'label'>,
): Promise<InGroups<ModelEvent>> {
  const flow = flowOf(reply);
  const held: ModelEvent[] = [];
  return new Promise((resolve, fail) => {
    const refuse = (cause: unknown) => void flow.leave().then(() => fail(cause), fail);
    function take(group: readonly ModelEvent[], isLast: boolean): void {
      held.push(...group);
      const first = group.find(({ type }) => type !== 'usage' && type !== 'notice');
      if (first?.type === 'failure') refuse(new ConverserError(first.error));
      else if (first !== undefined)
        resolve(
          flowing({ ...flow, begin: () => held, ...(isLast && { pull: ({ take }) => take([], true) }) }),
        );
      else if (isLast) refuse(errors.modelFailed(label, 'its reply is empty.'));
      else flow.pull({ take, fail });
    }
    take(flow.begin(), false);
  });
}

export function orThrow(events: AsyncIterable<ModelEvent>): InGroups<ModelEvent> {
  return inGroups(soundGroups(groupsOf(events)));
}

async function* soundGroups(
  groups: AsyncIterable<readonly ModelEvent[]>,
): AsyncGenerator<readonly ModelEvent[], void> {
  for await (const group of groups) {
    const failure = group.find(({ type }) => type === 'failure');
    if (failure?.type === 'failure') throw new ConverserError(failure.error);
    yield group;
  }
}
