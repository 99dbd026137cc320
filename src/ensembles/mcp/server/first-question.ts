import type { HandshakeOptions } from '../connection/handshake.ts';
import type { Manifest } from '../manifest/manifest.ts';

/** How the next start of a server begins. */
export interface FirstQuestion {
  /** What the handshake should know about the server. */
  readonly known: Pick<HandshakeOptions, 'isOld'>;
  /** A start succeeded. */
  succeeded(): void;
  /** A start failed while it was connecting. */
  failed(cause: unknown): Promise<void>;
}

/**
 * Remembers whether a server is asked for its version or greeted as an old one. Some old servers end when they are
 * asked, others are silent until a time limit; that should happen once, and not with each start.
 */
export function createFirstQuestion(manifest: () => Manifest | undefined): FirstQuestion {
  /** What the last start taught us; what the manifest says counts where it taught nothing. */
  let learnt: 'greet' | 'ask' | undefined;
  const isGreeted = () =>
    learnt === 'greet' || (learnt === undefined && manifest()?.refusesDiscovery === true);
  return {
    get known(): FirstQuestion['known'] {
      return isGreeted() ? { isOld: true } : {};
    },
    succeeded() {
      learnt = undefined;
    },
    async failed(cause) {
      // It may have become a new one since.
      if (isGreeted()) learnt = 'ask';
      else {
        const { whyRefused } = await import('../connection/handshake.ts');
        learnt = whyRefused(cause) === 'ended-when-asked' ? 'greet' : undefined;
      }
    },
  };
}
