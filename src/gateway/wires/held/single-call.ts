import type { InGroups } from '../../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import type { ModelEvent } from '../../../converser/words/models/provider.ts';

/** The client asks for one call: the model can make the others when it has the result. */
export function singleCall(events: AsyncIterable<ModelEvent>): InGroups<ModelEvent> {
  let hasCalled = false;
  let first: number | undefined;
  return rewritten(events, {
    write(event): readonly ModelEvent[] {
      if (event.type === 'restart') [hasCalled, first] = [false, undefined];
      if (event.type === 'invocation-delta') {
        if (!hasCalled) first ??= event.call;
        return event.call === first ? [event] : [];
      }
      if (event.type !== 'invocation' || event.proposed) return [event];
      if (hasCalled || (first !== undefined && event.call !== first)) return [];
      hasCalled = true;
      return [event];
    },
  });
}
