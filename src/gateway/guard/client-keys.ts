import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A program that may come in, known by its key. What is absent has no limit. */
export interface Client extends Scopes {
  /** As the person named it, such as `cline`. Clients with the same name share their limits. */
  readonly name: string;
}

/** What a key may be used for. */
interface Scopes {
  /** Patterns of models by `provider/id`, where `*` matches anything. */
  readonly models?: readonly string[];
  /** Names of ensembles. */
  readonly ensembles?: readonly string[];
  /** Tools are offered as `name`, not as `ensemble__name`. Default `false`. */
  readonly bareNames?: boolean;
  readonly requestsPerMinute?: number;
  /** Requests to models that are answered at the same time; further ones wait. */
  readonly concurrent?: number;
  /** US dollars, from midnight to midnight where the gateway runs. */
  readonly dollarsPerDay?: number;
}

export interface ClientKeys {
  /** Whose key this is. Takes as long for a wrong one as for a right one. */
  clientOf(key: string): Client | undefined;
}

/** What is kept of a key: not the key itself. */
export interface KeptKey extends Client {
  /** SHA-256, as 64 hexadecimal digits. */
  readonly hash: string;
}

interface KeysOptions {
  /** A key is used for the first time since the keys were created. */
  readonly onFirstUse?: (client: Client) => void;
}

/** @param kept is asked each time, so that a key that was taken back is refused at once */
export function createClientKeys(
  kept: () => readonly KeptKey[],
  { onFirstUse = () => {} }: KeysOptions = {},
): ClientKeys {
  const used = new Set<string>();
  return {
    clientOf(key) {
      const given = digest(key);
      let found: KeptKey | undefined;
      for (const each of kept()) if (timingSafeEqual(given, asDigest(each.hash))) found = each;
      if (found === undefined) return undefined;
      const { hash, ...client } = found;
      if (!used.has(hash)) onFirstUse(client);
      used.add(hash);
      return client;
    },
  };
}

/** A new key: 32 random bytes behind a prefix by which people, and scanners for secrets, recognise it. */
export function newKey(): string {
  return `converser-${randomBytes(32).toString('base64url')}`;
}

export function keep(key: string, client: Client): KeptKey {
  return { ...client, hash: digest(key).toString('hex') };
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Whatever stands in the storage, it has the length that a comparison needs. */
function asDigest(hash: string): Buffer {
  const bytes = Buffer.from(hash, 'hex');
  return bytes.length === 32 ? bytes : Buffer.alloc(32);
}
