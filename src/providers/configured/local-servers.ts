import type { ListedModel } from '../facts/model-source.ts';
import type { ProviderDefinition } from '../facts/provider-definition.ts';
import { llamaCpp } from './local/llama-cpp.ts';
import { lmStudio } from './local/lm-studio.ts';
import { askAt, type LocalModel, type LocalServer } from './local/local-server.ts';
import { ollama } from './local/ollama.ts';
import { vllm } from './local/vllm.ts';
import { presetOf } from './presets.ts';

export const localServers: readonly LocalServer[] = [ollama, lmStudio, llamaCpp, vllm];

export interface FoundServer {
  readonly server: ProviderDefinition;
  readonly models: readonly ListedModel[];
}

export interface Discovery {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly ports?: Partial<Readonly<Record<LocalServer['id'], number>>>;
}

/** In milliseconds. */
const limit = 1_500;

/** Looks at the usual ports of this machine. Never rejects. */
export async function findLocalServers({
  fetch,
  signal,
  ports = {},
}: Discovery): Promise<readonly FoundServer[]> {
  const findAt = async ({ id, read }: LocalServer, port: number): Promise<readonly FoundServer[]> => {
    const origin = `http://127.0.0.1:${port}`;
    const models = await read(askAt(origin, { fetch, signal, limit }));
    if (models === undefined) return [];
    const server: ProviderDefinition = {
      id,
      label: presetOf(id)?.label ?? id,
      kind: presetOf(id)?.kind ?? 'openai',
      baseUrl: `${origin}/v1`,
    };
    return [{ server, models: models.filter(({ isChat }) => isChat).map(asListed) }];
  };
  const found = await Promise.all(
    localServers.map(async local => {
      const other = ports[local.id];
      const likely = other === undefined ? local.ports : [other];
      // A program has one id, so only its likeliest port counts.
      return (await Promise.all(likely.map(port => findAt(local, port)))).flat().slice(0, 1);
    }),
  );
  return found.flat();
}

function asListed({ isChat: _, sized, facts, ...model }: LocalModel): ListedModel {
  return { ...model, facts: { ...facts, ...sized } };
}
