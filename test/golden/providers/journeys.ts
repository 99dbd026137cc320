import type { Prompt } from '../../../src/converser/turn/converse-options.ts';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import { anthropic, chat, contract, local, type Maker, rehearsal, responses } from './makers.ts';
import type { Journey } from './play-providers.ts';
import type { Reply } from './wires.ts';

/** A red square of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const bytes = new Uint8Array(Buffer.from(pixel, 'base64'));
const picture: Content = { type: 'image', mimeType: 'image/png', bytes };

const document: Content = {
  type: 'resource',
  uri: 'file:///plan.md',
  mimeType: 'text/markdown',
  text: '# Plan',
};

const question: Prompt = {
  content: [text('What is in this picture, and what do the notes say?'), picture],
  documents: [document],
};

const read = (path: string) => ['workspace__read_file', { path }] as const;

const replies: readonly Reply[] = [
  { thought: 'First the note.', said: 'I see a red square. ', calls: [read('a.txt')] },
  { thought: 'Now the others.', calls: [read('b.txt'), read('missing.txt')] },
  { said: 'A red square; the notes say Alpha and Beta, and one is missing.' },
  { said: 'You are welcome.' },
];

function alone(name: string, who: string, maker: (replies: readonly Reply[]) => Maker): Journey {
  const asked = maker(replies);
  return {
    name,
    shows: `A question with a picture and a document, reasoning, a call, two calls at once of which one fails, an answer, and thanks: with ${who}.`,
    turns: [
      { prompt: question, maker: asked },
      { prompt: 'Thank you.', maker: asked },
    ],
  };
}

const claude = anthropic([
  { thought: 'First the note.', said: 'I see a red square. ', calls: [read('a.txt')] },
  { said: 'A red square, and Alpha.' },
  { said: 'You asked for Alpha, Beta and what is missing.' },
]);

export const journeys: readonly Journey[] = [
  alone('anthropic', 'Anthropic', anthropic),
  alone('openai-chat', 'OpenAI in Chat Completions', chat),
  alone('openai-responses', 'OpenAI in Responses', responses),
  alone('local', 'a compatible server on one’s own machine, which tells its reasoning', local),
  alone('contract', 'a server whose models only write text, through the contract', contract),
  {
    name: 'rehearsal',
    shows: 'The same tools with Rehearsal, which works by rules and needs no server.',
    turns: [
      {
        prompt: { ...question, content: [text('read a.txt and read b.txt and read missing.txt'), picture] },
        maker: rehearsal,
      },
      { prompt: 'Thank you.', maker: rehearsal },
    ],
  },
  {
    name: 'switch',
    shows:
      'In mid-conversation from Anthropic to the contract, on to OpenAI, and back: each is told everything that was said and done; signed thinking and sealed reasoning go to their makers only, and to them also after coming back.',
    turns: [
      { prompt: question, maker: claude },
      {
        prompt: 'And b.txt?',
        maker: contract([{ said: 'I look.', calls: [read('b.txt')] }, { said: 'Beta.' }]),
      },
      {
        prompt: 'And missing.txt?',
        maker: responses([
          { thought: 'It may be missing.', calls: [read('missing.txt')] },
          { said: 'It is missing.' },
        ]),
      },
      { prompt: 'What did I ask for?', maker: claude },
    ],
  },
];
