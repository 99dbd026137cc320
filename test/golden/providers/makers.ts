import type { Model, Provider } from '../../../src/converser/words/models/provider.ts';
import { rehearsalModel } from '../../../src/providers/rehearsal/rehearsal-model.ts';
import { withContract } from '../../../src/providers/wrappers/contract/contract-model.ts';
import { startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { startOpenAiServer } from '../../fakes/openai-server.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../../fakes/sdk-providers.ts';
import type { Exchange } from './render-exchange.ts';
import { type Reply, type Wire, wires } from './wires.ts';

/** Makes a model and the server that it asks, which tells of each request that it took. */
export type Maker = (
  record: (exchange: Exchange) => void,
) => Promise<{ readonly model: Model; readonly dispose: () => Promise<void> }>;

const key = async () => 'test-key';

export function anthropic(replies: readonly Reply[]): Maker {
  return async record => {
    const next = scripted(wires.anthropic, replies);
    const server = await startAnthropicServer(({ path, body }) => {
      record({ path, body });
      return { pieces: [next()] };
    });
    const connection = { id: 'anthropic', label: 'Anthropic', baseUrl: server.url, key };
    const model = await modelOf(createAnthropicProvider(connection), 'claude-sonnet-4-5');
    return { model, dispose: server.close };
  };
}

export const chat = openAi('chat', { id: 'openai-chat', model: 'gpt-4o' });
export const responses = openAi('responses', { id: 'openai', model: 'gpt-5', api: 'responses' });
export const local = openAi('local', { id: 'local', model: 'qwen3-vl' });

/** A server whose models only write text. */
export function contract(replies: readonly Reply[]): Maker {
  const make = openAi('text', { id: 'text-server', model: 'gemma-3' })(replies);
  return async record => {
    const { model, dispose } = await make(record);
    return { model: withContract(model), dispose };
  };
}

export const rehearsal: Maker = async () => ({ model: rehearsalModel, dispose: async () => {} });

function openAi(
  wire: keyof typeof wires,
  { id, model: name, api = 'chat' }: { id: string; model: string; api?: 'chat' | 'responses' },
): (replies: readonly Reply[]) => Maker {
  return replies => async record => {
    const next = scripted(wires[wire], replies);
    const server = await startOpenAiServer((response, { url: path, body }) => {
      record({ path, body });
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(next());
    });
    const provider = createOpenAiProvider({ id, label: id, api, baseUrl: server.url, key });
    return { model: await modelOf(provider, name), dispose: server.close };
  };
}

function scripted(wire: Wire, replies: readonly Reply[]): () => string {
  let number = 0;
  return () => wire(replies[number++] ?? { said: 'There is no more to say.' }, number);
}

async function modelOf(provider: Provider, name: string): Promise<Model> {
  const model = provider.named?.(name);
  if (model === undefined) throw new Error(`${provider.label} names no models.`);
  return { ...model, capabilities: { ...model.capabilities, images: true } };
}
