import type { Mcp } from '../../ensembles/mcp/create-mcp.ts';

/** All that deals with MCP servers, loaded when the first file describes one. */
export interface LazyMcp {
  get(): Promise<Mcp>;
  /** Absent until it is loaded: no file has described a server yet. */
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
  return {
    get() {
      loading ??= loadOnce();
      return loading;
    },
    get now() {
      return now;
    },
  };
}
