import { errors } from '../../converser/ground/errors.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { replyLimits } from '../../converser/words/models/reply-limits.ts';
import type { ByteFlow } from './byte-flow.ts';
import type { Connection } from './connection.ts';
import { withExchange } from './connection-exchange.ts';
import { isEventStream, isOk } from './exchange.ts';

/** An error is cut, because its first words do. `readEvents` limits event streams. */
export function withSizeLimits(connection: Connection): Connection {
  return withExchange(connection, exchange => async asked => {
    const answer = await exchange(asked);
    const { body } = answer;
    if (body === undefined || isEventStream(answer)) return answer;
    return {
      ...answer,
      body: isOk(answer) ? upTo(replyLimits.answer, body, connection.label) : upTo(replyLimits.error, body),
    };
  });
}

/** Nothing is read after the piece with which the body is too large. With a label, that fails. */
function upTo(limit: number, body: ByteFlow, label?: string): ByteFlow {
  let left = limit;
  return {
    ...body,
    pull({ take, fail }) {
      body.pull({
        take(pieces, isLast) {
          left -= pieces.reduce((sum, { length }) => sum + length, 0);
          if (left >= 0) return take(pieces, isLast);
          void body.leave().catch(() => {});
          if (label === undefined) take([new Uint8Array(Buffer.concat(pieces)).subarray(0, left)], true);
          else fail(errors.replyTooLarge(label, `an answer has more than ${bytesText(limit)}.`));
        },
        fail,
      });
    },
  };
}
