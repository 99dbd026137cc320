import assert from 'node:assert/strict';
import { once } from 'node:events';
import { modelReference } from '../../../src/converser/words/models/model-reference.ts';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import type { Client, ClientTool, OpenClient } from './clients/client.ts';
import type { Round, ServedModel } from './served-models.ts';

export interface ClientSuite {
  /** Ways in which a model gets to know tools, each by a name for it. */
  readonly kinds: Readonly<Record<string, (rounds: readonly Round[]) => Promise<ServedModel>>>;
  /** Of the long stream. */
  readonly pieces?: number;
  /** False where nothing tells the model that a client has left. */
  readonly isStopped?: boolean;
  readonly serveScripts: (scripts: readonly Script[]) => Promise<ScriptedService>;
}

export interface ScriptedService extends ServedModel {
  readonly requests: readonly ModelRequest[];
}

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
const weather: ClientTool = {
  name: 'weather',
  schema: city,
  run: args => `It snows in ${Object.values(args)[0]}.`,
};
const time: ClientTool = {
  name: 'time',
  schema: city,
  run: args => `It is noon in ${Object.values(args)[0]}.`,
};

/** One red pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** What a client does through the gateway: the same for every client and every kind of model. */
export function describeClient(
  open: OpenClient,
  { kinds, pieces = 2_500, isStopped = true, serveScripts }: ClientSuite,
): void {
  const { name } = open({ baseUrl: 'http://localhost', key: 'k' } as OpenGateway, 'm');
  describe(`${name}, through the gateway,`, () => {
    for (const [kind, serve] of Object.entries(kinds)) {
      const play = (
        rounds: readonly Round[],
        scene: (client: Client, served: ServedModel) => Promise<void>,
      ) => playWith(open, { served: () => serve(rounds), scene });

      it(`hears what ${kind} says, whole and piece by piece`, () =>
        play(['Good morning.', 'Good evening, and a very good night.'], async client => {
          assert.equal(await client.ask('Hello'), 'Good morning.');
          assert.equal(await joined(client.stream('Hello')), 'Good evening, and a very good night.');
        }));

      it(`runs the tools that ${kind} calls, one after the other and several at once`, () =>
        play(
          [
            [['weather', { city: 'Oslo' }]],
            [
              ['weather', { city: 'Rome' }],
              ['time', { city: 'Rome' }],
            ],
            'Snow everywhere, at noon.',
          ],
          async (client, served) => {
            const answer = await client.runTools('How is it?', { tools: [weather, time] });
            assert.equal(answer, 'Snow everywhere, at noon.');
            for (const result of ['It snows in Oslo.', 'It snows in Rome.', 'It is noon in Rome.'])
              assert.ok(served.read().includes(result), result);
          },
        ));

      it(`makes ${kind} call the tool that it names, also at the second attempt`, () =>
        play(['I would rather not.', [['time', { city: 'Oslo' }]], 'Noon.'], async (client, served) => {
          const answer = await client.runTools('When?', { tools: [weather, time], forced: 'time' });
          assert.equal(answer, 'Noon.');
          assert.ok(served.read().includes('It is noon in Oslo.'));
        }));

      it(`gets JSON from ${kind} that fits its schema, also at the second attempt`, () =>
        play(['Oslo, I think.', '{"city": "Oslo"}'], async (client, served) => {
          const schema = { ...city, additionalProperties: false };
          assert.deepEqual(JSON.parse(await client.ask('Where?', { schema })), { city: 'Oslo' });
          // Where they do not know that a model takes schemas, some clients make the schema one of a tool.
          assert.match(served.read(), /is not the JSON that was asked for|You must call a tool/);
        }));
    }

    it('shows a model an image', () =>
      playWith(open, {
        served: () => serveScripts([[said('Red.'), finished]]),
        async scene(client, { requests }) {
          assert.equal(await client.ask('Which colour?', { image: pixel }), 'Red.');
          const sent = requests[0]?.canisters;
          const images = sent?.flatMap(({ content }) => content.filter(({ type }) => type === 'image'));
          assert.equal(images?.length, 1);
        },
      }));

    it(`hears ${pieces} pieces in their order`, () =>
      playWith(open, {
        served: () =>
          serveScripts([[...Array.from({ length: pieces }, (_, at) => said(`${at} `)), finished]]),
        async scene(client) {
          const expected = Array.from({ length: pieces }, (_, at) => `${at} `).join('');
          assert.equal(await joined(client.stream('Count.')), expected);
        },
      }));

    it('is told of a failure before the first word, and after it', () =>
      playWith(open, {
        served: () => serveScripts([[failure], [said('Half'), failure], [failure]]),
        async scene(client) {
          await assert.rejects(client.ask('Hello'), /Too many requests|Take a break/);
          await assert.rejects(joined(client.stream('Hello')), /Take a break|error/i);
          await assert.rejects(joined(client.stream('Hello')), /Take a break/);
        },
      }));

    if (isStopped)
      it('stops the model within a second when it leaves', () => {
        const stopped = Promise.withResolvers<number>();
        const endless: Script = async function* (_request, signal) {
          yield said('Once upon a time');
          if (!signal.aborted) await once(signal, 'abort');
          stopped.resolve(performance.now());
        };
        return playWith(open, {
          served: () => serveScripts([endless]),
          async scene(client) {
            const leaving = new AbortController();
            let left = 0;
            const reading = joined(client.stream('A story.', leaving.signal), () => {
              left = performance.now();
              leaving.abort();
            });
            await reading.catch(() => undefined);
            const wait = (await stopped.promise) - left;
            assert.ok(wait < 1000, `${wait} ms`);
          },
        });
      });
  });
}

const finished: ModelEvent = { type: 'finish', reason: 'stop' };

function said(text: string): ModelEvent {
  return { type: 'text-delta', text };
}

const failure: ModelEvent = {
  type: 'failure',
  error: { code: 'model-quota', message: 'Too many requests. Take a break.', retryable: true },
};

interface Play<Served extends ServedModel> {
  readonly served: () => Promise<Served>;
  readonly scene: (client: Client, served: Served) => Promise<void>;
}

async function playWith<Served extends ServedModel>(
  open: OpenClient,
  { served, scene }: Play<Served>,
): Promise<void> {
  await using model = await served();
  await using gateway = await openGateway({ models: [model.model] });
  await scene(open(gateway, modelReference(model.model)), model);
}

async function joined(pieces: AsyncIterable<string>, hear = (_piece: string) => {}): Promise<string> {
  let all = '';
  for await (const piece of pieces) {
    if (piece !== '') hear(piece);
    all += piece;
  }
  return all;
}
