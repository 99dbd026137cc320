import { orAborted } from '../async/abort.ts';
import { type Disposable, type Listen, listeners } from '../async/listeners.ts';
import type { Ensemble } from './ensemble.ts';
import { whyAbsent } from './explain-absent.ts';
import { byExactName, type Found, findLoosely } from './find-invoker.ts';
import { fullName, type Invoker } from './invoker.ts';
import { createOfferedInvokers } from './offered-invokers.ts';
import { namesOfNone, type ToolChoices } from './tool-choices.ts';
import { wireName } from './wire-name.ts';

/** The ensembles of this house: which there are, which are enabled, and who answers to a name. */
export interface EnsembleRoster {
  readonly ensembles: readonly Ensemble[];
  /** Adds an ensemble, or puts it in the place of the one with its name, which is disconnected. */
  set(ensemble: Ensemble): Promise<void>;
  remove(name: string): Promise<void>;
  isEnabled(name: string): boolean;
  /** The person's choice; `undefined` leaves it to the descriptor. What is not enabled is disconnected. */
  setEnabled(name: string, enabled: boolean | undefined): void;
  /** The person's choices of single tools, in place of the former ones. They hold at once, and nothing is connected anew. */
  setToolChoices(choices: ToolChoices): void;
  /** Connects every enabled ensemble that is not yet, all at the same time. Never rejects. */
  connect(signal: AbortSignal): Promise<void>;
  /** What may be offered of all enabled ensembles. */
  invokers(): readonly Invoker[];
  /** What may be offered of one ensemble, as soon as it is enabled. */
  offeredBy(ensemble: Ensemble): readonly Invoker[];
  /** Tools of one ensemble that are switched off, by name, with who has done it. */
  switchedOff(ensemble: Ensemble): ReadonlyMap<string, string>;
  /** Tools that the person has chosen something for, and that a ready ensemble does not have. */
  missing(ensemble: Ensemble): readonly string[];
  /**
   * By wire name, full name, bare name or alias, in this order; of the bare ones only if one invoker has it.
   * `among` tells which of the enabled invokers count; default: all.
   */
  find(reference: string, among?: (invoker: Invoker) => boolean): Found;
  ensembleOf(invoker: Invoker): Ensemble | undefined;
  /** Why what a reference names is not offered, if it is withheld by its ensemble or switched off. */
  whyWithheld(reference: string): string | undefined;
  readonly onDidChange: Listen<void>;
  readonly onDidOutdate: Listen<void>;
  /** Tells everyone, the turns of other conversations too, that something was or is being changed. */
  outdate(): void;
  dispose(): Promise<void>;
}

interface Entry {
  readonly ensemble: Ensemble;
  readonly subscriptions: readonly Disposable[];
}

export function createEnsembleRoster(): EnsembleRoster {
  const entries = new Map<string, Entry>();
  const choices = new Map<string, boolean>();
  const offered = createOfferedInvokers();
  const changes = listeners<void>();
  const outdated = listeners<void>();

  const isEnabled = (name: string) => choices.get(name) ?? entries.get(name)?.ensemble.enabled ?? false;
  const enabled = () =>
    [...entries.values()].map(entry => entry.ensemble).filter(({ name }) => isEnabled(name));
  const invokers = () => enabled().flatMap(offered.of);

  async function detach(entry: Entry | undefined): Promise<void> {
    if (entry === undefined) return;
    for (const subscription of entry.subscriptions) subscription.dispose();
    await entry.ensemble.disconnect();
  }

  return {
    get ensembles() {
      return [...entries.values()].map(entry => entry.ensemble);
    },
    async set(ensemble) {
      const former = entries.get(ensemble.name);
      entries.set(ensemble.name, {
        ensemble,
        subscriptions: [
          ensemble.onDidChange(() => changes.fire()),
          ...(ensemble.onDidOutdate ? [ensemble.onDidOutdate(() => outdated.fire())] : []),
        ],
      });
      outdated.fire();
      changes.fire();
      await detach(former);
    },
    async remove(name) {
      const former = entries.get(name);
      entries.delete(name);
      outdated.fire();
      changes.fire();
      await detach(former);
    },
    isEnabled,
    setEnabled(name, choice) {
      if (choice === undefined) choices.delete(name);
      else choices.set(name, choice);
      if (!isEnabled(name))
        void entries
          .get(name)
          ?.ensemble.disconnect()
          .catch(() => {});
      changes.fire();
    },
    setToolChoices(next) {
      offered.choose(next);
      changes.fire();
    },
    async connect(signal) {
      const missing = enabled().filter(({ state }) => state.status !== 'ready');
      await orAborted(Promise.allSettled(missing.map(ensemble => ensemble.connect(signal))), signal);
    },
    invokers,
    offeredBy: offered.of,
    switchedOff: offered.off,
    missing({ name, state, invokers: own, withheld = new Map() }) {
      if (state.status !== 'ready') return [];
      const known = new Set([...own.map(invoker => invoker.name), ...withheld.keys()]);
      return namesOfNone(name, known, offered.choices);
    },
    find(reference, among = () => true) {
      for (const { ensemble } of entries.values()) {
        if (!isEnabled(ensemble.name)) continue;
        const exact = byExactName(offered.of(ensemble)).get(reference)?.find(among);
        if (exact !== undefined) return { kind: 'found', invoker: exact };
      }
      const found = findLoosely(invokers().filter(among), reference);
      if (found.kind !== 'unknown') return found;
      const all = [...entries.values()].map(entry => entry.ensemble);
      const reason = whyAbsent(reference, all, isEnabled);
      return reason === undefined ? found : { kind: 'unknown', reason };
    },
    ensembleOf: invoker => entries.get(invoker.ensemble)?.ensemble,
    whyWithheld: reference =>
      reasonFor(reference, enabled(), ({ withheld = new Map() }) => withheld) ??
      reasonFor(reference, enabled(), offered.off),
    onDidChange: changes.listen,
    onDidOutdate: outdated.listen,
    outdate: () => outdated.fire(),
    async dispose() {
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(detach));
    },
  };
}

function reasonFor(
  reference: string,
  ensembles: readonly Ensemble[],
  reasonsOf: (ensemble: Ensemble) => ReadonlyMap<string, string>,
): string | undefined {
  for (const ensemble of ensembles) {
    for (const [name, reason] of reasonsOf(ensemble)) {
      const own = { ensemble: ensemble.name, name };
      if (name === reference || fullName(own) === reference || wireName(own) === reference) return reason;
    }
  }
  return undefined;
}
