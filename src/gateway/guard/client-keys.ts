import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A program that may come in, known by its key. */
export interface Client {
  /** As the person named it, such as `cline`. */
  readonly name: string;
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

/** @param kept is asked each time, so that a key that was taken back is refused at once */
export function createClientKeys(kept: () => readonly KeptKey[]): ClientKeys {
  return {
    clientOf(key) {
      const given = digest(key);
      let found: Client | undefined;
      for (const { hash, ...client } of kept()) {
        if (timingSafeEqual(given, asDigest(hash))) found = client;
      }
      return found;
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
