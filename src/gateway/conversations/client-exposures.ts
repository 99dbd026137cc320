import {
  type Exposure,
  joinExposures,
  type SharedExposure,
  unexposed,
} from '../../converser/words/labels/exposure.ts';

/** Contract: what a program was exposed to in this workspace counts in all its conversations and sessions, later ones too. */
export interface ClientExposures {
  /** Never rejects. */
  of(client: string): Promise<SharedExposure>;
}

export interface ExposureMemory {
  /** Never rejects. */
  read(client: string): Promise<Exposure>;
  add(client: string, fresh: Exposure): void;
}

const forgetful: ExposureMemory = { read: async () => unexposed, add: () => {} };

export function createClientExposures(memory: ExposureMemory = forgetful): ClientExposures {
  const all = new Map<string, Promise<SharedExposure>>();
  return {
    of(client) {
      const known = all.get(client) ?? memory.read(client).then(read => shared(read, client, memory));
      all.set(client, known);
      return known;
    },
  };
}

function shared(read: Exposure, client: string, memory: ExposureMemory): SharedExposure {
  let now = read;
  return {
    now: () => now,
    add({ outside, secrets }) {
      // A history that a program sends is known from the next one that it sends.
      const sent = `client:${client}`;
      const fresh = {
        outside: new Map([...outside].filter(([source]) => source !== sent && !now.outside.has(source))),
        secrets: new Map([...secrets].filter(([name]) => !now.secrets.has(name))),
        described: unexposed.described,
      };
      if (fresh.outside.size + fresh.secrets.size === 0) return;
      const before = now;
      now = joinExposures(now, fresh);
      if (now.outside.size + now.secrets.size > before.outside.size + before.secrets.size)
        memory.add(client, fresh);
    },
  };
}
