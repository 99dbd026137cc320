import { hash as hashOf, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Listen } from '../../converser/ground/async/listeners.ts';
import { type ConverserError, fault } from '../../converser/ground/errors.ts';

/** What is absent has no limit. Clients with the same name share their limits. */
export interface Client extends Scopes {
  readonly name: string;
}

export interface Scopes {
  /** Patterns match `provider/id`; `*` matches anything. */
  readonly models?: readonly string[];
  readonly ensembles?: readonly string[];
  /** Offers tools as `name`, not as `ensemble__name`. Default: `false`. */
  readonly bareNames?: boolean;
  readonly requestsPerMinute?: number;
  readonly concurrent?: number;
  /** In US dollars, from midnight to midnight where the gateway runs. */
  readonly dollarsPerDay?: number;
}

export interface ClientKeys {
  /** Takes as long for a wrong key as for a right one. */
  open(key: string): Access | undefined;
}

export interface Access {
  readonly client: Client;
  /** Identifies the key and is not secret; clients with the same name may have several. */
  readonly keyId: string;
  /** Aborts when the key is revoked. What runs for it then ends within a second. */
  readonly revoked: AbortSignal;
}

/** The key itself is not kept. */
export interface KeptKey extends Client {
  /** Is a SHA-256, as 64 hexadecimal digits. */
  readonly hash: string;
}

interface KeysOptions {
  readonly onDidChange?: Listen<void>;
  readonly onFirstUse?: (client: Client) => void;
}

/** @param kept is asked each time, so that a revoked key is refused at once */
export function createClientKeys(
  kept: () => readonly KeptKey[],
  { onDidChange, onFirstUse = () => {} }: KeysOptions = {},
): ClientKeys {
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

/** Holds 32 random bytes behind a prefix by which people, and scanners for secrets, recognise it. */
export function newKey(): string {
  return `converser-${randomBytes(32).toString('base64url')}`;
}

export function keep(key: string, client: Client): KeptKey {
  return { ...client, hash: digest(key).toString('hex') };
}

function digest(key: string): Buffer {
  return hashOf('sha256', key, 'buffer');
}

/** A broken hash in the storage still gets the length that a comparison needs. */
function asDigest(hash: string): Buffer {
  const bytes = Buffer.from(hash, 'hex');
  return bytes.length === 32 ? bytes : Buffer.alloc(32);
}

export function keyRevoked(client: string): ConverserError {
  return fault(
    'key-revoked',
    `The key “${client}” was revoked, so this request was stopped. Copy the current key from Converser.`,
  );
}
