import type { Disposable } from '../../../converser/async/listeners.ts';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import type { Clock } from '../../../converser/ports.ts';

/** Milliseconds: several ensembles often become ready one shortly after the other. */
const quiet = 200;

/** Calls when the list of tools is another one, once for changes that come together. */
export function onToolsChanged(
  roster: Pick<EnsembleRoster, 'invokers' | 'onDidChange'>,
  clock: Pick<Clock, 'after'>,
  call: () => void,
): Disposable {
  let known = roster.invokers();
  let stop: (() => void) | undefined;
  const look = () => {
    stop = undefined;
    const now = roster.invokers();
    const isSame = now.length === known.length && now.every((invoker, at) => invoker === known[at]);
    known = now;
    if (!isSame) call();
  };
  const listening = roster.onDidChange(() => {
    stop ??= clock.after(quiet, look);
  });
  return {
    dispose() {
      listening.dispose();
      stop?.();
    },
  };
}
