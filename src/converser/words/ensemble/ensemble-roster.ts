import { orAborted } from '../../ground/async/abort.ts';
import { type Listen, listeners } from '../../ground/async/listeners.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { Ensemble } from './ensemble.ts';
import { type FoundInvoker, findInvoker } from './find-invoker.ts';
import { fullName, type Invoker } from './invoker.ts';
import { type ChangedList, createRosterMembers } from './roster-members.ts';
import { asChosen, isOn, namesOfNone, type ToolChoices, whyOff } from './tool-choices.ts';
import { wireName } from './wire-name.ts';

export interface CallableInvokers {
  invokers(): readonly Invoker[];
  find(reference: string): FoundInvoker;
  ensembleOf(invoker: Invoker): Ensemble | undefined;
  whyWithheld(reference: string): string | undefined;
  /** Tells all turns of all conversations. Without places, anything may change. */
  outdate(places?: readonly string[]): void;
}

interface Switches {
  isEnabled(name: string): boolean;
  setEnabled(name: string, enabled: boolean | undefined): void;
  setToolChoices(choices: ToolChoices): void;
  offeredBy(ensemble: Ensemble): readonly Invoker[];
  switchedOff(ensemble: Ensemble): ReadonlyMap<string, string>;
  missing(ensemble: Ensemble): readonly string[];
}

export interface EnsembleRoster extends CallableInvokers, Switches {
  readonly ensembles: readonly Ensemble[];
  set(ensemble: Ensemble): Promise<void>;
  remove(name: string): Promise<void>;
  /** Connects all enabled ensembles at the same time. Never rejects. */
  connect(signal: AbortSignal): Promise<void>;
  offering(offers: (invoker: Invoker) => boolean): CallableInvokers;
  readonly onDidChange: Listen<void>;
  readonly onDidOutdate: Listen<readonly string[] | undefined>;
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

interface OfferedInvokers {
  readonly choices: ToolChoices;
  choose(choices: ToolChoices): void;
  /** Returns the same list until the choices change, so that what derives from it can be kept. */
  of(ensemble: Pick<Ensemble, 'invokers'>): readonly Invoker[];
  off(ensemble: Pick<Ensemble, 'invokers'>): ReadonlyMap<string, string>;
}

function createOfferedInvokers(): OfferedInvokers {
  let choices: ToolChoices = new Map();
  let offered = perObject(make);

  function make(invokers: readonly Invoker[]): readonly Invoker[] {
    const made = invokers
      .filter(invoker => isOn(invoker, choices))
      .map(invoker => asChosen(invoker, choices));
    const isSame = made.length === invokers.length && made.every((invoker, at) => invoker === invokers[at]);
    return isSame ? invokers : made;
  }

  return {
    get choices() {
      return choices;
    },
    choose(next) {
      choices = next;
      offered = perObject(make);
    },
    of: ({ invokers }) => offered(invokers),
    off: ({ invokers }) =>
      new Map(
        invokers
          .filter(invoker => !isOn(invoker, choices))
          .map(invoker => [invoker.name, whyOff(invoker, choices)]),
      ),
  };
}
