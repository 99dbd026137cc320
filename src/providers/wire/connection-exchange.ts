import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { exchangeOver, fetchOver } from './fetch-exchange.ts';
import { httpExchange } from './http-exchange.ts';

export function exchangeOf({ exchange, fetch: ask }: Connection): Exchange {
  return exchange ?? (ask === undefined ? httpExchange : exchangeOver(ask));
}

/** What wraps the exchange of a connection wraps its `fetch`, too. */
export function withExchange<Given extends Connection>(
  connection: Given,
  wrap: (exchange: Exchange) => Exchange,
): Given {
  const exchange = wrap(exchangeOf(connection));
  return { ...connection, exchange, fetch: fetchOver(exchange) };
}

export function fetchOf({ fetch: ask }: Pick<Connection, 'fetch'>): typeof fetch {
  return ask ?? fetchOver(httpExchange);
}
