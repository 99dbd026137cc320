import { type Flow, flowing, flowOf } from '../../../converser/ground/async/flow.ts';
import type { Model, ModelEvent } from '../../../converser/words/models/provider.ts';

/** Says while its server is silent that it is waited for. `limit` is in milliseconds; without it, a living server is. */
export function patient(model: Model, limit?: number): Model {
  return {
    ...model,
    reply(request, signal) {
      const news: News = { next: Promise.withResolvers() };
      const tell = (message: string) => news.next.resolve(message);
      const silence = { tell, ...(limit !== undefined && { limit }) };
      return flowing(withNews(flowOf(model.reply({ ...request, silence }, signal)), news));
    },
  };
}

interface News {
  next: PromiseWithResolvers<string>;
}

type First = readonly [events: readonly ModelEvent[], isLast: boolean];

function withNews(reply: Flow<ModelEvent>, news: News): Flow<ModelEvent> {
  let first: Promise<First> | undefined;
  let hasBegun = false;
  return {
    ...reply,
    pull(taker) {
      if (hasBegun) return reply.pull(taker);
      first ??= new Promise((resolve, reject) =>
        reply.pull({ take: (events, isLast) => resolve([events, isLast]), fail: reject }),
      );
      Promise.race([first, news.next.promise]).then(heard => {
        if (typeof heard !== 'string') {
          hasBegun = true;
          return taker.take(...heard);
        }
        news.next = Promise.withResolvers();
        taker.take([{ type: 'notice', message: heard }], false);
      }, taker.fail);
    },
  };
}
