import type { HandshakeOptions } from '../connection/handshake.ts';
import type { Manifest } from '../manifest/manifest.ts';

export interface FirstQuestion {
  readonly known: Pick<HandshakeOptions, 'isOld'>;
  succeeded(): void;
  failed(cause: unknown): Promise<void>;
}

/** Some old servers end or stay silent when asked for their version; that should happen only once. */
export function createFirstQuestion(manifest: () => Manifest | undefined): FirstQuestion {
  /** What the manifest says counts as long as no start has taught anything. */
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
      if (isGreeted()) learnt = 'ask';
      else {
        const { whyRefused } = await import('../connection/handshake.ts');
        learnt = whyRefused(cause) === 'ended-when-asked' ? 'greet' : undefined;
      }
    },
  };
}
