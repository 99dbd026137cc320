import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';
import type { KeptKey } from '../../gateway/guard/client-keys.ts';

export interface KeySource extends Disposable {
  /** `serve` prints this key. */
  readonly first: string;
  readonly kept: readonly KeptKey[];
  readonly onDidChange: Listen<void>;
}
