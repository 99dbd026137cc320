import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { ResourceUpdates } from './library/resource-updates.ts';

export interface Subscriptions extends Disposable {
  add(uri: string, signal: AbortSignal): Promise<void>;
  remove(uri: string): void;
}

export const mostSubscriptions = 64;

export function createSubscriptions(
  updates: Pick<ResourceUpdates, 'watch'>,
  onUpdate: (uri: string) => void,
): Subscriptions {
  const watched = new Map<string, Promise<Disposable>>();
  let isOver = false;

  function remove(uri: string): void {
    const watching = watched.get(uri);
    watched.delete(uri);
    watching?.then(
      each => each.dispose(),
      () => {},
    );
  }

  return {
    remove,
    async add(uri, signal) {
      const known = watched.get(uri);
      if (known !== undefined) return void (await known);
      if (isOver || watched.size >= mostSubscriptions) throw tooMany();
      const watching = updates.watch(uri, { onUpdate: () => onUpdate(uri), signal });
      watched.set(uri, watching);
      try {
        await watching;
      } catch (cause) {
        if (watched.get(uri) === watching) watched.delete(uri);
        throw cause;
      }
    },
    dispose() {
      isOver = true;
      for (const uri of [...watched.keys()]) remove(uri);
    },
  };
}

function tooMany(): ProtocolError {
  const message = `params.uri: changes of ${mostSubscriptions} resources are announced already. Unsubscribe from one first.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
