import { stopWith } from '../../converser/ground/async/abort.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { createSystemClock } from '../../converser/ground/system-ports.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Context, type Reply, type Returned, reply } from '../../converser/words/ensemble/invoker.ts';
import { ofOutside, ofWorkspace } from '../../converser/words/labels/label.ts';
import { isNamed } from '../guarded-fetch/address-pattern.ts';
import { isDecided } from '../guarded-fetch/address-subject.ts';
import { failedWith, refusedStatus } from '../guarded-fetch/answer-failure.ts';
import { askWeb, type WebAnswer } from '../guarded-fetch/ask-web.ts';
import type { LookUp } from '../guarded-fetch/look-up.ts';
import { reviewed } from '../guarded-fetch/reviewed.ts';
import { fixedAddress, readAddress } from '../guarded-fetch/web-address.ts';
import { readAnswer } from './read-answer.ts';
import { type FetchedPage, recentPages } from './recent-pages.ts';
import { showPage } from './show-page.ts';

/** In bytes. */
const mostBytes = 10_000_000;

/** In milliseconds. A call may take longer, for what is asked about the page. */
const longestFetch = 30_000;

const headers = {
  'user-agent': 'Converser (a VS Code extension; asks for single pages when its user allows it)',
  accept: 'text/html, text/markdown, text/plain, application/json, application/pdf, image/*;q=0.8, */*;q=0.5',
};

export interface WebNetwork {
  /** These hosts on this computer or in your own network may be asked like those of the internet; see `isNamed`. */
  readonly localHosts?: () => readonly string[];
  readonly lookUp?: LookUp;
  readonly clock?: Pick<Clock, 'after'>;
}

export function isLocal(url: URL, { localHosts }: WebNetwork): boolean {
  return isNamed(url, localHosts?.() ?? []);
}

export interface Wanted {
  readonly url: string;
  readonly offset: number;
  readonly whole: boolean;
}

export interface Fetching {
  readonly context: Context;
  readonly network: WebNetwork;
}

export type Fetched =
  | { readonly kind: 'page'; readonly page: FetchedPage }
  /** `from` sent the words in the reply; without it, they are ours. */
  | { readonly kind: 'none'; readonly reply: Reply; readonly from?: URL };

export async function fetchWanted(
  { url: written, offset, whole }: Wanted,
  { context, network }: Fetching,
): Promise<Returned> {
  const fetched = await pageWanted({ url: written, whole, isKnown: offset !== 0 }, { context, network });
  const [shown, from] =
    fetched.kind === 'none'
      ? [fetched.reply, fetched.from]
      : [showPage(fetched.page, offset), fetched.page.url];
  if (from === undefined) return { ...shown, label: ofWorkspace };
  const asked = readAddress(written);
  const read = asked.kind === 'refused' ? written : asked.url.href;
  const label = { ...ofOutside(`web:${from.host}`), read };
  return reviewed({ ...shown, label }, from, context);
}

export interface WantedPage extends Pick<Wanted, 'url' | 'whole'> {
  readonly isKnown: boolean;
}

/** The page must not enter the conversation unseen; see `reviewed`. */
export async function pageWanted(
  { url: written, whole, isKnown }: WantedPage,
  { context, network }: Fetching,
): Promise<Fetched> {
  const read = readAddress(written);
  if (read.kind === 'refused') {
    const message = `${JSON.stringify(written)} can’t be fetched. ${read.reason}`;
    return { kind: 'none', reply: failedWith('validation', message) };
  }
  const pages = recentPages(context.namespace);
  const key = `${whole ? 'whole' : 'article'} ${read.url.href}`;
  const known = isKnown ? pages.get(key) : undefined;
  if (known !== undefined) return { kind: 'page', page: known };
  const fetched = await fetchNow(read.url, whole, { context, network });
  if (fetched.kind === 'page') pages.keep(key, fetched.page);
  return fetched;
}

async function fetchNow(url: URL, isWhole: boolean, { context, network }: Fetching): Promise<Fetched> {
  const { signal, permit } = context;
  const { lookUp, clock = createSystemClock() } = network;
  context.progress(`Fetching ${url.host}`);
  const answer = await inTime({ clock, signal }, own =>
    askWeb(
      { method: 'GET', url, headers },
      {
        // You may have seen that the host is one of yours.
        mayBeOwn: to =>
          isLocal(to, network) || (permit?.exception !== undefined && fixedAddress(to) !== undefined),
        mayFollow: to => isDecided(permit?.places, to),
        mostBytes,
        lookUp,
        signal: own,
      },
    ),
  );
  if (answer === undefined) {
    const message = `${url.host} didn’t answer within ${longestFetch / 1000} s.`;
    return { kind: 'none', reply: failedWith('timeout', message) };
  }
  if (answer.kind !== 'answer') return withoutPage(answer);
  const { bytes, status } = answer;
  if (status < 200 || status > 299)
    return { kind: 'none', reply: refusedStatus(answer).reply, from: answer.url };
  context.progress(`Reading ${bytesText(bytes.length)} from ${answer.url.host}`);
  const contentType = answer.headers['content-type'];
  const read = await readAnswer({ url: answer.url, bytes, contentType }, { isWhole, signal });
  return { kind: 'page', page: { url: answer.url, read, size: bytes.length } };
}

async function inTime<T>(
  { clock, signal }: { readonly clock: Pick<Clock, 'after'>; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { controller, release } = stopWith(signal);
  const stopClock = clock.after(longestFetch, () => controller.abort());
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (signal.aborted || !controller.signal.aborted) throw cause;
    return undefined;
  } finally {
    stopClock();
    release();
  }
}

function withoutPage(answer: Exclude<WebAnswer, { readonly kind: 'answer' }>): Fetched {
  switch (answer.kind) {
    case 'elsewhere': {
      const { from, to, reason } = answer;
      const told = `${from.href} redirects to ${to.href}, ${reason}. Nothing was fetched from there.`;
      const advice = 'Call again with that address if it is what you want.';
      return { kind: 'none', reply: reply({ content: [text(`${told} ${advice}`)], screen: told }), from };
    }
    case 'refused': {
      const { reason, own } = answer;
      const remedy =
        own === undefined
          ? ''
          : ` If you trust it, add ${JSON.stringify(own)} to the setting converser.localHosts (in a terminal: --local-host ${own}).`;
      const reply = failedWith('permission', `${reason}${remedy}`, 'Do without it, or ask the user.');
      return { kind: 'none', reply };
    }
    case 'failed':
      return defined({
        kind: 'none',
        reply: failedWith('network', answer.reason),
        from: answer.heard,
      });
  }
}
