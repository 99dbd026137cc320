import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { inform } from '../../common/notices.ts';

export interface WatchedResources {
  /** Does nothing if the server doesn't report changes. Contract: never rejects. */
  watch(server: McpEnsemble, uri: string): Promise<void>;
}

/** Notifies once of each attached resource; attaching it again starts over. */
export function createWatchedResources(): WatchedResources {
  const watched = new WeakMap<McpEnsemble, Map<string, Disposable>>();
  return {
    async watch(server, uri) {
      if (server.manifest?.capabilities.resources?.subscribe !== true) return;
      const ofServer = watched.get(server) ?? new Map<string, Disposable>();
      watched.set(server, ofServer);
      const onUpdate = () => {
        ofServer.get(uri)?.dispose();
        if (ofServer.delete(uri)) notify(server, uri);
      };
      try {
        const watching = await server.watchResource(uri, onUpdate, AbortSignal.timeout(10_000));
        // The earlier one may belong to a closed connection.
        ofServer.get(uri)?.dispose();
        ofServer.set(uri, watching);
      } catch {
        // A missed change does no harm.
      }
    },
  };
}

function notify({ title }: McpEnsemble, uri: string): void {
  void inform(`${uri} (${title}) has changed since you attached it. Attach it again to update the model.`);
}
