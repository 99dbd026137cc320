import { orAborted } from '../../ground/async/abort.ts';
import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Ensemble } from './ensemble.ts';
import { type FoundInvoker, findInvoker } from './find-invoker.ts';
import { fullName, type Invoker } from './invoker.ts';
import { createOfferedInvokers } from './offered-invokers.ts';
import { type ChangedList, createRosterMembers } from './roster-members.ts';
import { namesOfNone, type ToolChoices } from './tool-choices.ts';
import { wireName } from './wire-name.ts';

/** The invokers that may be called, and whose they are. */
export interface CallableInvokers {
  /** What may be offered of all enabled ensembles. */
  invokers(): readonly Invoker[];
  /** By wire name, full name, bare name or alias, in this order; of the bare ones only if one invoker has it. */
  find(reference: string): FoundInvoker;
  ensembleOf(invoker: Invoker): Ensemble | undefined;
  /** Why what a reference names is not offered, if it is withheld by its ensemble or switched off. */
  whyWithheld(reference: string): string | undefined;
  /**
   * Announces to all turns, those of other conversations too, that something was or is being changed: in these places, as
   * `writes` of an invoker names them, or anywhere.
   */
  outdate(places?: readonly string[]): void;
}

/** What is switched on, by descriptors and by the user's choices. */
interface Switches {
  isEnabled(name: string): boolean;
  /** The user's choice; `undefined` leaves it to the descriptor. What is not enabled is disconnected. */
  setEnabled(name: string, enabled: boolean | undefined): void;
  /** The user's choices for single tools, in place of the former ones. They hold immediately, without reconnecting. */
  setToolChoices(choices: ToolChoices): void;
  /** What may be offered of one ensemble, as soon as it is enabled. */
  offeredBy(ensemble: Ensemble): readonly Invoker[];
  /** Tools of one ensemble that are switched off, by name, with the reason. */
  switchedOff(ensemble: Ensemble): ReadonlyMap<string, string>;
  /** Tools that the user has chosen something for, and that a ready ensemble does not have. */
  missing(ensemble: Ensemble): readonly string[];
}

/** The ensembles: which there are, which are enabled, and which invoker answers to a name. */
export interface EnsembleRoster extends CallableInvokers, Switches {
  readonly ensembles: readonly Ensemble[];
  /** Adds an ensemble, or puts it in the place of the one with its name, which is disconnected. */
  set(ensemble: Ensemble): Promise<void>;
  remove(name: string): Promise<void>;
  /** Connects every enabled ensemble that is not yet, all at the same time. Never rejects. */
  connect(signal: AbortSignal): Promise<void>;
  /** The invokers of one turn: no others than `offers` says. */
  offering(offers: (invoker: Invoker) => boolean): CallableInvokers;
  readonly onDidChange: Listen<void>;
  readonly onDidOutdate: Listen<readonly string[] | undefined>;
  /** A list of a member, enabled or not, has changed. */
  readonly onDidChangeList: Listen<ChangedList>;
  dispose(): Promise<void>;
}

export function createEnsembleRoster(): EnsembleRoster {
  const enabledByUser = new Map<string, boolean>();
  const changes = listeners<void>();
  const outdated = listeners<readonly string[] | undefined>();
  const lists = listeners<ChangedList>();
  const onChange = () => changes.fire();
  const outdate = (places?: readonly string[]) => outdated.fire(places);
  const members = createRosterMembers({ onChange, onOutdate: () => outdate(), onList: lists.fire });
  const offered = createOfferedInvokers();
  const isEnabled = (name: string) => enabledByUser.get(name) ?? members.get(name)?.enabled ?? false;
  const enabled = () => members.all.filter(({ name }) => isEnabled(name));
  const offering = (among: (invoker: Invoker) => boolean): CallableInvokers => ({
    invokers: () => enabled().flatMap(offered.of).filter(among),
    find: reference =>
      findInvoker(reference, { among, ensembles: members.all, isEnabled, offeredBy: offered.of }),
    ensembleOf: invoker => members.get(invoker.ensemble),
    whyWithheld: reference =>
      reasonFor(reference, enabled(), ({ withheld = new Map() }) => withheld) ??
      reasonFor(reference, enabled(), offered.off),
    outdate,
  });

  return {
    ...offering(() => true),
    offering,
    get ensembles() {
      return members.all;
    },
    set: members.set,
    remove: members.remove,
    isEnabled,
    setEnabled(name, choice) {
      if (choice === undefined) enabledByUser.delete(name);
      else enabledByUser.set(name, choice);
      if (!isEnabled(name))
        void members
          .get(name)
          ?.disconnect()
          .catch(() => {});
      onChange();
    },
    setToolChoices(next) {
      offered.choose(next);
      onChange();
    },
    async connect(signal) {
      const missing = enabled().filter(({ state }) => state.status !== 'ready');
      await orAborted(Promise.allSettled(missing.map(ensemble => ensemble.connect(signal))), signal);
    },
    offeredBy: offered.of,
    switchedOff: offered.off,
    missing: ensemble => missingTools(ensemble, offered.choices),
    onDidChange: changes.listen,
    onDidOutdate: outdated.listen,
    onDidChangeList: lists.listen,
    dispose: members.dispose,
  };
}

function missingTools(
  { name, state, invokers, withheld = new Map() }: Ensemble,
  choices: ToolChoices,
): readonly string[] {
  if (state.status !== 'ready') return [];
  const known = new Set([...invokers.map(invoker => invoker.name), ...withheld.keys()]);
  return namesOfNone(name, known, choices);
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
