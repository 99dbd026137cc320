import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';
import type { KeptKey } from '../../gateway/guard/client-keys.ts';

/** The keys with which programs come in. */
export interface KeySource extends Disposable {
  /** The key that `serve` prints. */
  readonly first: string;
  readonly kept: readonly KeptKey[];
  readonly onDidChange: Listen<void>;
}
