import type { Model } from '../../../src/converser/words/models/provider.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { createOpenAiProvider } from '../../fakes/sdk-providers.ts';
import { createTextModel } from '../../fakes/text-model.ts';

/** What a model does in one round: what it says, or the calls that it makes. */
export type Round = string | readonly Call[];
export type Call = readonly [name: string, args: object];

/** A model that does its rounds in order, whichever way it gets to know tools. */
export interface ServedModel extends AsyncDisposable {
  readonly model: Model;
  /** All that it has read, as text. */
  read(): string;
}

/** Each way in which a model has tools: our own port, a vendor's wire, and the contract. */
export const servedModels: Readonly<Record<string, (rounds: readonly Round[]) => Promise<ServedModel>>> = {
  'a model with tools': async rounds => {
    const model = createScriptedModel(
      ...rounds.map(round => (typeof round === 'string' ? says(round) : invokes(...round))),
    );
    return {
      model,
      read: () => JSON.stringify(model.requests),
      async [Symbol.asyncDispose]() {},
    };
  },
  'a model of a server': async rounds => {
    const remaining = [...rounds];
    const server = await startOpenAiServer((response, received) =>
      answerChunks(chunksOf(remaining.shift() ?? 'Done.'))(response, received),
    );
    const connection = { id: 'server', label: 'Server', baseUrl: server.url, key: async () => undefined };
    const [model] = await createOpenAiProvider(connection).models(new AbortController().signal);
    if (model === undefined) throw new Error('The server lists no model.');
    return {
      model,
      read: () => JSON.stringify(server.received.map(({ body }) => body)),
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
  'a model without tools': async rounds => {
    const text = createTextModel(rounds.map(written), { images: true });
    return {
      model: await withToolUse(text, 'contract'),
      read: () => JSON.stringify(text.requests),
      async [Symbol.asyncDispose]() {},
    };
  },
};

function chunksOf(round: Round): readonly object[] {
  if (typeof round === 'string') {
    const pieces = round.match(/.{1,7}/gs) ?? [];
    return [...pieces.map(content => chunk({ content })), chunk({}, 'stop'), used];
  }
  const calls = round.map(([name, args], index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  return [chunk({ tool_calls: calls }), chunk({}, 'tool_calls'), used];
}

const used = {
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
};

function written(round: Round): string {
  if (typeof round === 'string') return round;
  return JSON.stringify({ calls: round.map(([name, args]) => ({ name, arguments: args })) });
}
