import type { Disposable } from '../../../converser/async/listeners.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';

export interface WatchedResources {
  /** Begins to watch a resource, where its server can tell of changes. Never rejects. */
  watch(server: McpEnsemble, uri: string): Promise<void>;
}

/** Tells once of each resource that was attached and has changed since; attaching it anew begins again. */
export function createWatchedResources(tell: (server: McpEnsemble, uri: string) => void): WatchedResources {
  const watched = new WeakMap<McpEnsemble, Map<string, Disposable>>();
  return {
    async watch(server, uri) {
      if (server.manifest?.capabilities.resources?.subscribe !== true) return;
      const ofServer = watched.get(server) ?? new Map<string, Disposable>();
      watched.set(server, ofServer);
      const onUpdate = () => {
        ofServer.get(uri)?.dispose();
        if (ofServer.delete(uri)) tell(server, uri);
      };
      try {
        const watching = await server.watchResource(uri, onUpdate, AbortSignal.timeout(10_000));
        // The one before may have been of a connection that is no more.
        ofServer.get(uri)?.dispose();
        ofServer.set(uri, watching);
      } catch {
        // That changes are told is a convenience.
      }
    },
  };
}
