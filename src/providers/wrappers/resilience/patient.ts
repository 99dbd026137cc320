import { groupsOf, inGroups } from '../../../converser/ground/async/in-groups.ts';
import type { Model, ModelEvent } from '../../../converser/words/models/provider.ts';

/** Says while its server is silent that it is waited for. `limit` is in milliseconds; without it, a living server is. */
export function patient(model: Model, limit?: number): Model {
  return {
    ...model,
    reply(request, signal) {
      const news: News = { next: Promise.withResolvers() };
      const tell = (message: string) => news.next.resolve(message);
      const silence = { tell, ...(limit !== undefined && { limit }) };
      return inGroups(withNews(groupsOf(model.reply({ ...request, silence }, signal)), news));
    },
  };
}

type Groups = AsyncIterable<readonly ModelEvent[]>;

interface News {
  next: PromiseWithResolvers<string>;
}

/** Not a generator, in which each group would wait once more. */
function withNews(reply: Groups, news: News): Groups {
  const groups = reply[Symbol.asyncIterator]();
  let first: ReturnType<typeof groups.next> | undefined;
  let hasBegun = false;
  const take = (
    heard: string | IteratorResult<readonly ModelEvent[]>,
  ): IteratorResult<readonly ModelEvent[]> => {
    if (typeof heard !== 'string') {
      hasBegun = true;
      return heard;
    }
    news.next = Promise.withResolvers();
    return { value: [{ type: 'notice', message: heard }], done: false };
  };
  const iterator: AsyncIterator<readonly ModelEvent[]> = {
    next() {
      if (hasBegun) return groups.next();
      first ??= groups.next();
      return Promise.race([first, news.next.promise]).then(take);
    },
    return: async () => (await groups.return?.()) ?? { value: undefined, done: true },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
