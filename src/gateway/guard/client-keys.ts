import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Listen } from '../../converser/ground/async/listeners.ts';

/** A program that may come in, known by its key. What is absent has no limit. */
export interface Client extends Scopes {
  /** As the person named it, such as `cline`. Clients with the same name share their limits. */
  readonly name: string;
}

/** What a key may be used for. */
export interface Scopes {
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
  /** What this key opens. Takes as long for a wrong one as for a right one. */
  open(key: string): Access | undefined;
}

/** What a key opens. */
export interface Access {
  readonly client: Client;
  /** Identifies the key, and is no secret: clients with the same name may have several. */
  readonly keyId: string;
  /** Aborts when the key is revoked. What runs for it then ends within a second. */
  readonly revoked: AbortSignal;
}

/** What is kept of a key: not the key itself. */
export interface KeptKey extends Client {
  /** SHA-256, as 64 hexadecimal digits. */
  readonly hash: string;
}

interface KeysOptions {
  /** Tells that other keys are kept from now on. Default: they stay the same. */
  readonly onDidChange?: Listen<void>;
  /** A key is used for the first time since the keys were created. */
  readonly onFirstUse?: (client: Client) => void;
}

/** @param kept is asked each time, so that a revoked key is refused at once */
export function createClientKeys(
  kept: () => readonly KeptKey[],
  { onDidChange, onFirstUse = () => {} }: KeysOptions = {},
): ClientKeys {
  /** Those that were used, by their hashes. */
  const opened = new Map<string, AbortController>();
  onDidChange?.(() => {
    const hashes = new Set(kept().map(({ hash }) => hash));
    for (const [hash, revoking] of [...opened]) {
      if (hashes.has(hash)) continue;
      opened.delete(hash);
      revoking.abort();
    }
  });
  return {
    open(key) {
      const given = digest(key);
      let found: KeptKey | undefined;
      for (const each of kept()) if (timingSafeEqual(given, asDigest(each.hash))) found = each;
      if (found === undefined) return undefined;
      const { hash, ...client } = found;
      const known = opened.get(hash);
      const revoking = known ?? new AbortController();
      opened.set(hash, revoking);
      if (known === undefined) onFirstUse(client);
      return { client, keyId: hash, revoked: revoking.signal };
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
