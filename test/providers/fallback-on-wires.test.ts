import assert from 'node:assert/strict';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import { createFallbacks } from '../../src/converser/words/models/fallback/fallbacks.ts';
import { modelReference } from '../../src/converser/words/models/model-reference.ts';
import { createModelRoster } from '../../src/converser/words/models/model-roster.ts';
import type { Model } from '../../src/converser/words/models/provider.ts';
import { withContract } from '../../src/providers/wrappers/contract/contract-model.ts';
import { checkTurnEvents } from '../contracts/check-turn-events.ts';
import { startAnthropicServer } from '../fakes/anthropic-server.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { answerJson, startOpenAiServer } from '../fakes/openai-server.ts';
import { type Reply, wires } from '../golden/providers/wires.ts';
import { anthropicAt, namedOf, openAiAt } from './at-servers.ts';

type Step = Reply | 'overloaded';

/** A model behind a real socket, whose server refuses what the vendor's would. */
interface Served {
  readonly model: Model;
  /** The bodies of the requests, as JSON. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

type Serve = (steps: readonly Step[]) => Promise<Served>;

const busy = { error: { type: 'overloaded_error', message: 'Overloaded' } };

const kinds = {
  anthropic: async steps => {
    const { asked, next } = script(steps);
    const server = await startAnthropicServer(({ body }) => {
      const step = next(body);
      return step === 'overloaded'
        ? { status: 529, pieces: [JSON.stringify({ type: 'error', ...busy })] }
        : { pieces: [wires.anthropic(step, asked.length)] };
    });
    return { model: namedOf(anthropicAt(server.url), 'claude-sonnet-4-5'), asked, close: server.close };
  },
  chat: openAi('chat', { id: 'openai-chat', name: 'gpt-4o' }),
  local: openAi('local', { id: 'local', name: 'qwen3' }),
  responses: openAi('responses', { id: 'openai', name: 'gpt-5', api: 'responses' }),
  contract: async steps => {
    const { model, ...served } = await openAi('text', { id: 'text-server', name: 'gemma-3' })(steps);
    return { ...served, model: withContract(model) };
  },
} satisfies Record<string, Serve>;

function openAi(
  wire: keyof typeof wires,
  { id, name, api = 'chat' }: { id: string; name: string; api?: 'chat' | 'responses' },
): Serve {
  return async steps => {
    const { asked, next } = script(steps);
    const server = await startOpenAiServer((response, { body }) => {
      const step = next(body);
      if (step === 'overloaded') return answerJson(busy, 503)(response);
      const events = wires[wire](step, asked.length);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
    });
    return { model: namedOf(openAiAt(server.url, { id, label: id, api }), name), asked, close: server.close };
  };
}

function script(steps: readonly Step[]) {
  const asked: string[] = [];
  return {
    asked,
    next(body: object): Step {
      asked.push(JSON.stringify(body));
      return steps[asked.length - 1] ?? { said: 'There is no more to say.' };
    },
  };
}

const notes: Readonly<Record<string, string>> = { a: 'Alpha', b: 'Beta' };
const files = createFakeEnsemble('files', {
  read: {
    arguments: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    invocable: ({ name }) => notes[String(name)] ?? 'nothing',
  },
});
const read = (name: string) => ['files__read', { name }] as const;

/** What only the maker of a model may get back: signed thinking, and sealed reasoning. */
const residue = /signed-by-anthropic|sealed-by-openai/;

async function play(first: Served, second: Served) {
  const base = await createFakePorts({ ensembles: [files] });
  const models = createModelRoster();
  const { model } = second;
  models.add({ id: model.provider, label: model.label, models: async () => [model] });
  const chains = { '*': [modelReference(model)] };
  const fallbacks = createFallbacks({ chains: () => chains, clock: base.host.clock });
  const ports = { ...base, models, fallbacks };
  const conversation = createConversation('c');
  const ask = async (question: string): Promise<TurnEnd> => {
    const options = { ports, model: first.model, signal: new AbortController().signal };
    const prompt = { content: [text(question)] };
    const events: ConverseEvent[] = await Array.fromAsync(converse(conversation, prompt, options));
    checkTurnEvents(events, { isWhole: true });
    return events.at(-1) as TurnEnd;
  };
  return { ask, clock: base.host.clock };
}

describe('a fallback in the middle of a turn', () => {
  const pairs = Object.entries(kinds).flatMap(([one, serve]) =>
    Object.entries(kinds).flatMap(([other, instead]) =>
      one === other ? [] : [{ one, other, serve, instead }],
    ),
  );
  for (const { one, other, serve, instead } of pairs)
    it(`is told all that was done, from ${one} to ${other} and back`, async () => {
      const first = await serve([
        { thought: 'First a.', said: 'I look. ', calls: [read('a')] },
        'overloaded',
        { said: 'Alpha and Beta, I said.' },
      ]);
      const second = await instead([{ thought: 'Now b.', calls: [read('b')] }, { said: 'Alpha and Beta.' }]);
      try {
        const { ask, clock } = await play(first, second);
        const end = await ask('What do a and b say?');
        assert.equal(end.error, undefined);
        assert.deepEqual([first.asked.length, second.asked.length], [2, 2]);
        assert.match(second.asked[0] ?? '', /I look\..*Alpha/s);
        assert.doesNotMatch(second.asked[0] ?? '', residue);
        assert.match(second.asked[1] ?? '', /Alpha.*Beta/s);

        await clock.advance(61_000);
        const again = await ask('What did you say?');
        assert.equal(again.error, undefined);
        const back = first.asked[2] ?? '';
        assert.match(back, /Alpha.*Beta.*Alpha and Beta\./s);
        const own = one === 'anthropic' ? /signed-by-anthropic-1/ : /sealed-by-openai-1/;
        if (one === 'anthropic' || one === 'responses') assert.match(back, own);
        assert.doesNotMatch(back.replace(own, ''), residue);
      } finally {
        await Promise.all([first.close(), second.close()]);
      }
    });
});
