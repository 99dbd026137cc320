import { type EnsembleKind, lazyKind } from '../descriptors/ensemble-kind.ts';
import type { ForeignFile } from '../descriptors/prepared-ensembles.ts';
import type { Mcp } from './create-mcp.ts';
import type { McpJsonPlace } from './mcp-json/mcp-json-ensembles.ts';

export interface LazyMcp {
  readonly kind: EnsembleKind;
  mcpJson(place: McpJsonPlace): ForeignFile;
  get(): Promise<Mcp>;
  readonly now: Mcp | undefined;
}

export function createLazyMcp(load: () => Promise<Mcp>): LazyMcp {
  let loading: Promise<Mcp> | undefined;
  let now: Mcp | undefined;
  const loadOnce = async () => {
    try {
      now = await load();
      return now;
    } catch (cause) {
      loading = undefined;
      throw cause;
    }
  };
  const get = () => {
    loading ??= loadOnce();
    return loading;
  };
  return {
    kind: lazyKind('mcp', async () => (await get()).kind),
    mcpJson: place => ({
      name: place.name,
      prepare: async (at, files) => (await get()).mcpJson(place).prepare(at, files),
    }),
    get,
    get now() {
      return now;
    },
  };
}
