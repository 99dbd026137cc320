import type { ModelEvent } from '../../../converser/models/provider.ts';

/** A reply with its first call only, as the client asks for: the model can make the others when it has the result. */
export async function* singleCall(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
  let hasCalled = false;
  for await (const event of events) {
    if (event.type === 'restart') hasCalled = false;
    if (event.type !== 'invocation' || event.proposed) yield event;
    else if (!hasCalled) {
      hasCalled = true;
      yield event;
    }
  }
}
