import { reasonOf } from '../../converser/ground/errors.ts';
import type { Message, RequestLog } from '../../converser/words/models/request-log.ts';
import { heardFlow } from './byte-flow.ts';
import type { Connection } from './connection.ts';
import { withExchange } from './connection-exchange.ts';
import type { Exchange } from './exchange.ts';

/** It is the innermost wrapper, so that it sees what comes back before that is cut or mended. */
export function withRequestLog(connection: Connection): Connection {
  const { requests } = connection;
  return requests === undefined
    ? connection
    : withExchange(connection, exchange => logged(exchange, requests));
}

function logged(exchange: Exchange, requests: RequestLog): Exchange {
  return async asked => {
    const { method, url, headers, pieces, origin } = asked;
    const reply: Message = { first: '', headers: [], pieces: [] };
    const request = { first: `${method} ${url}`, headers: Object.entries(headers), pieces: [...pieces] };
    const end = requests({ origin, request, reply });
    const fail = (cause: unknown) => {
      reply.first = `${reply.first || 'No reply'} (${reasonOf(cause)})`;
      end();
      return cause;
    };
    const answer = await exchange(asked).catch(cause => Promise.reject(fail(cause)));
    reply.first = `${answer.status} ${answer.statusText}`;
    reply.headers = [...answer.headers()];
    if (answer.body === undefined) end();
    return {
      ...answer,
      body:
        answer.body &&
        heardFlow(answer.body, {
          hear(heard, isLast) {
            for (const piece of heard) reply.pieces.push(new Uint8Array(piece));
            if (isLast) end();
          },
          fail,
          leave: end,
        }),
    };
  };
}
