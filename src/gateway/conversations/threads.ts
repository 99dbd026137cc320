import { createHash } from 'node:crypto';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';

/** Vendors' clients send the whole conversation and no id. Changes on the way, such as white space, don't count. */
export interface Threads {
  find(said: readonly Canister[]): Place | undefined;
  note(said: readonly Canister[], place: Place): void;
}

export interface Place {
  readonly conversation: string;
  readonly last: string;
}

const most = 500;

export function createThreads(): Threads {
  const places = new Map<string, Place>();
  return {
    find: said => places.get(digest(said)),
    note(said, place) {
      const key = digest(said);
      // A map keeps the order in which its entries came.
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.keys();
      if (places.size > most && oldest !== undefined) places.delete(oldest);
    },
  };
}

function digest(said: readonly Canister[]): string {
  const hash = createHash('sha256');
  let speaker = '';
  for (const canister of said) {
    // Clients split and join what one side says in a row.
    if (canister.role !== speaker) hash.update(`\n${canister.role}\n`);
    speaker = canister.role;
    if (canister.role === 'invocation') hash.update(`${canister.name} ${JSON.stringify(canister.arguments)}`);
    for (const part of canister.content) hash.update(essence(part));
  }
  return hash.digest('base64');
}

/** Thoughts come back in other forms, or not at all. */
function essence(part: Content): string | Uint8Array {
  switch (part.type) {
    case 'text':
      return part.text.replaceAll(/\s+/g, '');
    case 'image':
      return part.bytes;
    case 'resource':
      return part.bytes ?? `${part.uri} ${part.text ?? ''}`;
    case 'opaque':
      return '';
  }
}
