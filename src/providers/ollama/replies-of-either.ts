import { groupsOf, groupsOnceBegun, inGroups } from '../../converser/ground/async/in-groups.ts';
import type { Replies } from '../openai/openai-model.ts';
import type { NativeTest } from './native-test.ts';

export function repliesOfEither(isNative: NativeTest, native: Replies, other: Replies): Replies {
  return (request, options) =>
    inGroups(
      groupsOnceBegun(async () => {
        const replies = (await isNative(options.signal)) ? native : other;
        return groupsOf(replies(request, options));
      }),
    );
}
