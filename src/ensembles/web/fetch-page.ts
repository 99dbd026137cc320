import { errors } from '../../converser/ground/errors.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import { type Preview, reply } from '../../converser/words/ensemble/invoker.ts';
import { ofWorkspace } from '../../converser/words/labels/label.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { plainAnswer, questionArguments } from '../endorsed-answer.ts';
import { isNamed } from '../guarded-fetch/address-pattern.ts';
import { addressSubject } from '../guarded-fetch/address-subject.ts';
import { reachOf } from '../guarded-fetch/public-address.ts';
import { fixedAddress, readAddress, shownAddress } from '../guarded-fetch/web-address.ts';
import type { WebNetwork } from './fetch-wanted.ts';

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
      additionalProperties: false,
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
        const { askPage } = await import('./ask-page.ts');
        const asked = { question, wanted: plainAnswer(answer, choices) };
        const found = await askPage(wanted, asked, { context, network });
        return reply({ ...found, label: ofWorkspace });
      }
      // Node’s module for HTTP takes as long to load as Node itself.
      const { fetchWanted } = await import('./fetch-wanted.ts');
      return fetchWanted(wanted, { context, network });
    },
  });
}

/** A literal address is known before anything is sent; a name may be looked up only later. */
function whyAlwaysAsk(written: string, network: WebNetwork): string | undefined {
  const read = readAddress(written);
  const address = read.kind === 'refused' ? undefined : fixedAddress(read.url);
  if (read.kind === 'refused' || address === undefined || reachOf(address) !== 'own') return undefined;
  return isNamed(read.url, network.localHosts?.() ?? [])
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
