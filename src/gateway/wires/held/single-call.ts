import { type InGroups, rewritten } from '../../../converser/async/in-groups.ts';
import type { ModelEvent } from '../../../converser/models/provider.ts';

/** A reply with its first call only, as the client asks for: the model can make the others when it has the result. */
export function singleCall(events: AsyncIterable<ModelEvent>): InGroups<ModelEvent> {
  let hasCalled = false;
  return rewritten(events, {
    write(event) {
      if (event.type === 'restart') hasCalled = false;
      if (event.type !== 'invocation' || event.proposed) return [event];
      if (hasCalled) return [];
      hasCalled = true;
      return [event];
    },
  });
}
