import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { hasCode, isUnreached } from '../../converser/ground/causes.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Outgoing } from './exchange.ts';
import { type LookUp, systemLookUp } from './look-up.ts';
import { reachOf } from './public-address.ts';
import { acceptedEncodings, readBody } from './read-body.ts';
import { fixedAddress, readAddress } from './web-address.ts';

export interface AskWebOptions {
  /** Allows a host on this computer or in a network of the user's. */
  readonly mayBeOwn: (url: URL) => boolean;
  readonly mayFollow: (url: URL) => boolean;
  /** In bytes, both as sent and unpacked. */
  readonly mostBytes: number;
  readonly lookUp?: LookUp | undefined;
  readonly signal: AbortSignal;
}

export type WebAnswer =
  | {
      readonly kind: 'answer';
      readonly url: URL;
      readonly status: number;
      /** What this status is called, in words that aren’t the server’s. */
      readonly statusName: string | undefined;
      readonly headers: IncomingHttpHeaders;
      readonly bytes: Uint8Array;
    }
  /** This redirect wasn't followed. The reason is a clause that says why you must ask for it. */
  | { readonly kind: 'elsewhere'; readonly from: URL; readonly to: URL; readonly reason: string }
  /** The request must not be made, unless you trust the host `own`. Reasons here and below are sentences. */
  | { readonly kind: 'refused'; readonly reason: string; readonly own?: string }
  /** There is a cause if the first address wasn’t reached. The reason may hold words of `heard`, if that sent anything. */
  | { readonly kind: 'failed'; readonly reason: string; readonly heard?: URL; readonly cause?: unknown };

const mostRedirects = 5;

/** Rejects only with the signal's reason. Invariant: nothing is sent to a host other than the request's. */
export async function askWeb(outgoing: Outgoing, options: AskWebOptions): Promise<WebAnswer> {
  let asking = outgoing;
  for (let redirects = 0; ; redirects++) {
    const answer = await askOnce(asking, options);
    if ('kind' in answer)
      return answer.kind === 'failed' && redirects > 0 ? failed(answer.reason, asking.url) : answer;
    const place = redirectOf(answer);
    if (place === undefined) return readAnswer(answer, asking.url, options);
    answer.destroy();
    const to = readAddress(place, asking.url);
    if (to.kind === 'refused') {
      const reason = `${asking.url.host} redirects to an address that can’t be used. ${to.reason}`;
      return failed(reason, asking.url);
    }
    const reason =
      redirects === mostRedirects
        ? `after ${mostRedirects} redirects already`
        : whyNotFollowed(asking, to.url, options);
    if (reason !== undefined) return { kind: 'elsewhere', from: asking.url, to: to.url, reason };
    asking = { ...asking, url: to.url };
  }
}

async function askOnce(outgoing: Outgoing, options: AskWebOptions): Promise<IncomingMessage | WebAnswer> {
  const { signal, lookUp, mayBeOwn } = options;
  const { url, headers } = outgoing;
  const checked = await checkHost(url, { mayBeOwn: mayBeOwn(url), lookUp, signal });
  if (checked.kind === 'cancelled') throw signal.reason;
  if (checked.kind !== 'addresses') return refusedHost(url, checked);
  try {
    // Node’s module for HTTP, which that imports, takes longer to load than Node itself.
    const { exchange } = await import('./exchange.ts');
    const accepting = { ...headers, 'accept-encoding': acceptedEncodings };
    return await exchange({ ...outgoing, headers: accepting }, { addresses: checked.addresses, signal });
  } catch (cause) {
    const { reason } = brokenOff(url, cause, signal);
    const isSilent = isUnreached(cause) || hasCode(cause, 'ECONNRESET');
    return { kind: 'failed', reason, cause, ...(!isSilent && { heard: url }) };
  }
}

function refusedHost(
  { host }: URL,
  { kind, address }: { readonly kind: 'own' | 'never'; readonly address: string },
): WebAnswer {
  const what = host.includes(address) ? host : `${host} leads to ${address}, which`;
  if (kind === 'own') {
    const reason = `${what} is on this computer or in its own network, not on the internet.`;
    return { kind: 'refused', reason, own: host };
  }
  const reason = `${what} is an address that is never asked: it is reserved, or gives away the keys of a cloud.`;
  return { kind: 'refused', reason };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

function whyNotFollowed(
  { url: from, method }: Outgoing,
  to: URL,
  { mayFollow }: AskWebOptions,
): string | undefined {
  if (to.hostname !== from.hostname) return 'on another host';
  if (from.protocol === 'https:' && to.protocol === 'http:') return 'without encryption';
  // An upgrade to https swaps the ordinary ports.
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (!isUpgrade && (to.port !== from.port || to.protocol !== from.protocol)) return 'on another port';
  if (method !== 'GET' && method !== 'HEAD') return `and ${method} is not repeated there`;
  return mayFollow(to) ? undefined : 'which what was allowed doesn’t cover';
}

async function readAnswer(answer: IncomingMessage, url: URL, options: AskWebOptions): Promise<WebAnswer> {
  const { statusCode: status = 0, headers } = answer;
  const { mostBytes, signal } = options;
  try {
    const body = await readBody(answer, { mostBytes, signal });
    switch (body.kind) {
      case 'bytes':
        return { kind: 'answer', url, status, statusName: await nameOf(status), headers, bytes: body.bytes };
      case 'too-large':
        return failed(
          `${url.host} answers with more than ${mostBytes / 1_000_000} MB, so reading was stopped.`,
          url,
        );
      case 'unknown-encoding':
        return failed(
          `${url.host} packs its answer as ${JSON.stringify(body.encoding)}, which can’t be unpacked.`,
          url,
        );
    }
  } catch (cause) {
    return brokenOff(url, cause, signal);
  }
}

async function nameOf(status: number): Promise<string | undefined> {
  return (await import('./exchange.ts')).statusNames[status];
}

function brokenOff(url: URL, cause: unknown, signal: AbortSignal): Failed {
  if (signal.aborted) throw signal.reason;
  return failed(`${url.host} can’t be reached: ${reasonOf(cause)}`, url);
}

type Failed = WebAnswer & { readonly kind: 'failed' };

function failed(reason: string, heard: URL): Failed {
  return { kind: 'failed', reason, heard };
}

interface CheckHostOptions {
  /** The user has allowed this host although it is on this computer or in a network of theirs. */
  readonly mayBeOwn: boolean;
  readonly lookUp?: LookUp | undefined;
  readonly signal: AbortSignal;
}

type CheckedHost =
  /** Connect only to these: a second lookup may lead elsewhere. Empty means that only a proxy may know the host. */
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'own'; readonly address: string }
  | { readonly kind: 'never'; readonly address: string }
  | { readonly kind: 'cancelled' };

/** All of a host's addresses count. One that can't be looked up is allowed: behind a proxy, only the proxy may know it. */
async function checkHost(
  url: URL,
  { mayBeOwn, lookUp = systemLookUp, signal }: CheckHostOptions,
): Promise<CheckedHost> {
  const fixed = fixedAddress(url);
  const found =
    fixed === undefined
      ? await orAborted(
          lookUp(url.hostname).catch(() => []),
          signal,
        )
      : [fixed];
  if (found === aborted || signal.aborted) return { kind: 'cancelled' };
  const never = found.find(address => reachOf(address) === 'never');
  if (never !== undefined) return { kind: 'never', address: never };
  const own = mayBeOwn ? undefined : found.find(address => reachOf(address) === 'own');
  return own === undefined ? { kind: 'addresses', addresses: found } : { kind: 'own', address: own };
}
