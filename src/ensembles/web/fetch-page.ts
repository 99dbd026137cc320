import { errors } from '../../converser/ground/errors.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import { type Preview, type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { ofWorkspace } from '../../converser/words/labels/label.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import {
  type EndorsedQuestion,
  endorsedAnswer,
  modelToAsk,
  plainAnswer,
  questionArguments,
} from '../endorsed-answer.ts';
import { addressSubject } from '../guarded-fetch/address-subject.ts';
import { failedWith } from '../guarded-fetch/answer-failure.ts';
import { reachOf } from '../guarded-fetch/public-address.ts';
import { fixedAddress, readAddress, shownAddress } from '../guarded-fetch/web-address.ts';
import {
  type Fetching,
  fetchWanted,
  isLocal,
  pageWanted,
  type Wanted,
  type WebNetwork,
} from './fetch-wanted.ts';

/** Requires a host and no user name; reading the address finds all other mistakes. */
const webAddress = String.raw`^https?://[^\s/?#@\\]+([/?#]\S*)?$`;

/** Invariant: only GET, without cookies, and no lookup before the call was allowed: a host's name can carry a secret. */
export function fetchPage(network: WebNetwork): Tool {
  return defineTool({
    name: 'fetch_page',
    description:
      'Fetches a web page and returns its readable text as Markdown; images and PDFs come as they are. With question and answer, a model without tools reads the page instead of you, and only its answer comes back: nothing that others wrote there can mislead you. Only call it with an address that the user gave, that you found in a result, or that you know well. Never put anything private into an address.',
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
        ...questionArguments,
        answer: { type: 'string', enum: ['boolean', 'number', 'choice'], description: 'With question.' },
      },
      required: ['url'],
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    permission: 'ask',
    deduplication: 'none',
    output: { readOn: 'Call again with offset.' },
    review: ({ url, question }) => ({
      async subject() {
        const read = readAddress(url);
        if (read.kind === 'refused') throw new RangeError(read.reason);
        return addressSubject(read.url);
      },
      alwaysAsk: async () => whyAlwaysAsk(url, network),
      preview: async () => previewOf(url, question === undefined ? '' : ' and ask about it'),
    }),
    async invoke({ question, answer, choices, ...wanted }, context) {
      if (question !== undefined || answer !== undefined) {
        if (question === undefined || answer === undefined)
          throw errors.badArguments('A question needs answer, and answer a question.');
        const asked = { question, wanted: plainAnswer(answer, choices) };
        const found = await askPage(wanted, asked, { context, network });
        return reply({ ...found, label: ofWorkspace });
      }
      return fetchWanted(wanted, { context, network });
    },
  });
}

/** A literal address is known before anything is sent; a name may be looked up only later. */
function whyAlwaysAsk(written: string, network: WebNetwork): string | undefined {
  const read = readAddress(written);
  const address = read.kind === 'refused' ? undefined : fixedAddress(read.url);
  if (read.kind === 'refused' || address === undefined || reachOf(address) !== 'own') return undefined;
  return isLocal(read.url, network)
    ? undefined
    : `${read.url.host} is on this computer or in its own network, not on the internet.`;
}

const longestLine = 300;

/** A question mark behind the address would look like a part of it. */
function previewOf(written: string, purpose: string): Preview | undefined {
  const read = readAddress(written);
  if (read.kind === 'refused') return undefined;
  const shown = shownAddress(read.url);
  if (shown.length <= longestLine) return { title: `Fetch ${shown}${purpose}` };
  return { title: `Fetch this from ${read.url.host}${purpose}`, diff: shownLines(shown, ' ').join('\n') };
}

/** Invariant: nothing that a server sent is in the reply: neither its page nor its errors, types or redirects. */
async function askPage(
  { url, whole }: Wanted,
  asked: Omit<EndorsedQuestion, 'text'>,
  { context, network }: Fetching,
): Promise<Reply> {
  const asking = modelToAsk(context);
  const fetched = await pageWanted({ url, whole, isKnown: true }, { context, network });
  if (fetched.kind === 'none')
    return fetched.from === undefined
      ? fetched.reply
      : noText('The server answered with an error or a redirect');
  const { read } = fetched.page;
  if (read.kind !== 'text') return noText('The server answered with something that isn’t text');
  context.progress('Asking about the page');
  const text = read.title === '' ? read.text : `# ${read.title}\n\n${read.text}`;
  return endorsedAnswer({ ...asked, text }, asking);
}

function noText(what: string): Reply {
  return failedWith(
    'execution',
    `${what}, so there is nothing to ask about.`,
    'Fetch it without a question to see what it is, or try another address.',
  );
}
