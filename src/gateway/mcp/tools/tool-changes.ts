import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { createAnnouncer } from '../announcer.ts';

/** Calls once for ensembles that become ready shortly after each other. */
export function onToolsChanged(
  roster: Pick<EnsembleRoster, 'invokers' | 'onDidChange'>,
  clock: Pick<Clock, 'after'>,
  call: () => void,
): Disposable {
  let known = roster.invokers();
  const announcer = createAnnouncer(clock, () => {
    const now = roster.invokers();
    const isSame = now.length === known.length && now.every((invoker, at) => invoker === known[at]);
    known = now;
    if (!isSame) call();
  });
  const listening = roster.onDidChange(() => announcer.note('tools'));
  return {
    dispose() {
      listening.dispose();
      announcer.dispose();
    },
  };
}
