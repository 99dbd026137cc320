import { text } from '../../converser/canister/content.ts';
import { type Context, type Reply, reply } from '../../converser/ensemble/invoker.ts';
import { bytesText } from '../../converser/wording/numbers.ts';
import { isNamed } from '../reach/address-pattern.ts';
import { addressSubject, isDecided } from '../reach/address-subject.ts';
import { failedWith, refusedStatus } from '../reach/answer-failure.ts';
import { askWeb, type WebAnswer } from '../reach/ask-web.ts';
import type { LookUp } from '../reach/look-up.ts';
import { reachOf } from '../reach/public-address.ts';
import { fixedAddress, readAddress, shownAddress } from '../reach/web-address.ts';
import { defineTool, type Tool } from '../tool/define-tool.ts';
import type { FetchedPage } from './fetched-page.ts';
import { readAnswer } from './read-answer.ts';
import { recentPages } from './recent-pages.ts';
import { showPage } from './show-page.ts';

/** Bytes of an answer. */
const mostBytes = 10_000_000;

/** With a host, and without a user name. Whatever else is wrong with an address is said when it is read. */
const webAddress = String.raw`^https?://[^\s/?#@\\]+([/?#]\S*)?$`;

const headers = {
  'user-agent': 'Converser (a VS Code extension; asks for single pages when its user allows it)',
  accept: 'text/html, text/markdown, text/plain, application/json, application/pdf, image/*;q=0.8, */*;q=0.5',
};

export interface WebNetwork {
  /** Hosts on this computer or in your own network that may be asked like those of the internet; see `isNamed`. */
  readonly localHosts?: () => readonly string[];
  /** Default: as the system does. */
  readonly lookUp?: LookUp;
}

interface Wanted {
  readonly url: string;
  readonly offset: number;
  readonly whole: boolean;
}

/**
 * Fetches a page for a model.
 *
 * Invariant: only GET, without cookies, and nothing is sent or even looked up before the call was allowed; a host's name
 * alone can carry a secret away.
 */
export function fetchPage(network: WebNetwork): Tool {
  return defineTool({
    name: 'fetch_page',
    description:
      'Fetches a web page and returns its readable text as Markdown; images and PDFs come as they are. Only call it with an address that the user gave, that you found in a result, or that you know well. Never put anything private into an address.',
    aliases: ['web_fetch', 'WebFetch', 'fetch_webpage'],
    arguments: {
      type: 'object',
      properties: {
        url: {
          type: 'string',
          pattern: webAddress,
          maxLength: 2000,
          description: 'The complete address, with https://.',
        },
        offset: {
          type: 'integer',
          minimum: 0,
          default: 0,
          description: 'The character to read on at, as the note after a long page says.',
        },
        whole: {
          type: 'boolean',
          default: false,
          description: 'The whole page with its menus, if the article alone lacks something.',
        },
      },
      required: ['url'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    permission: 'ask',
    deduplication: 'none',
    readOn: 'Call again with offset.',
    subject: async ({ url }) => {
      const read = readAddress(url);
      if (read.kind === 'refused') throw new RangeError(read.reason);
      return addressSubject(read.url);
    },
    alwaysAsk: async ({ url }) => whyAlwaysAsk(url, network),
    preview: async ({ url }) => {
      const read = readAddress(url);
      return read.kind === 'refused' ? undefined : { title: `Fetch ${shownAddress(read.url)}?` };
    },
    invoke: (wanted, context) => fetchWanted(wanted, { context, network }),
  });
}

/** A literal address is known before anything is sent. Where a name leads is found out only once it may be looked up. */
function whyAlwaysAsk(written: string, network: WebNetwork): string | undefined {
  const read = readAddress(written);
  const address = read.kind === 'refused' ? undefined : fixedAddress(read.url);
  if (read.kind === 'refused' || address === undefined || reachOf(address) !== 'own') return undefined;
  return isLocal(read.url, network)
    ? undefined
    : `${read.url.host} is on this computer or in its own network, not on the internet.`;
}

function isLocal(url: URL, { localHosts }: WebNetwork): boolean {
  return isNamed(url, localHosts?.() ?? []);
}

interface Fetching {
  readonly context: Context;
  readonly network: WebNetwork;
}

async function fetchWanted(
  { url: written, offset, whole }: Wanted,
  { context, network }: Fetching,
): Promise<Reply> {
  const read = readAddress(written);
  if (read.kind === 'refused') {
    return failedWith('validation', `${JSON.stringify(written)} can't be fetched. ${read.reason}`);
  }
  const pages = recentPages(context.namespace);
  const key = `${whole ? 'whole' : 'article'} ${read.url.href}`;
  const known = offset === 0 ? undefined : pages.get(key);
  const found = known ?? (await fetchNow(read.url, whole, { context, network }));
  if ('content' in found) return found;
  pages.keep(key, found);
  return showPage(found, offset);
}

async function fetchNow(
  url: URL,
  isWhole: boolean,
  { context, network }: Fetching,
): Promise<FetchedPage | Reply> {
  const { signal, places, exception } = context;
  context.progress(`Fetching ${url.host}`);
  const answer = await askWeb(
    { method: 'GET', url, headers },
    {
      // Or you have seen that the host is one of yours.
      mayBeOwn: to => isLocal(to, network) || (exception !== undefined && fixedAddress(to) !== undefined),
      mayFollow: to => isDecided(places, to),
      mostBytes,
      lookUp: network.lookUp,
      signal,
    },
  );
  if (answer.kind !== 'answer') return explained(answer);
  if (answer.status < 200 || answer.status > 299) return refusedStatus(answer).reply;
  context.progress(`Reading ${bytesText(answer.bytes.length)} from ${answer.url.host}`);
  const contentType = answer.headers['content-type'];
  const read = await readAnswer({ url: answer.url, bytes: answer.bytes, contentType }, { isWhole, signal });
  return { url: answer.url, read, size: answer.bytes.length };
}

function explained(answer: Exclude<WebAnswer, { readonly kind: 'answer' }>): Reply {
  switch (answer.kind) {
    case 'elsewhere': {
      const { from, to, reason } = answer;
      const told = `${from.href} redirects to ${to.href}, ${reason}. Nothing was fetched from there.`;
      return reply({
        content: [text(`${told} Call again with that address if it is what you want.`)],
        screen: told,
      });
    }
    case 'refused':
      return failedWith('permission', answer.reason, 'Do without it, or ask the user.');
    case 'failed':
      return failedWith('network', answer.reason);
  }
}
