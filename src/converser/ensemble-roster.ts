import type { Ensemble } from './ensemble.ts';
import { errors } from './errors.ts';
import { fullName, type Invoker } from './invoker.ts';
import { type Disposable, type Listen, listeners } from './listeners.ts';
import type { ToolDefinition } from './provider.ts';
import { wireName } from './wire-name.ts';

/** The ensembles of this house: which there are, which are enabled, and who answers to a name. */
export interface EnsembleRoster {
  readonly ensembles: readonly Ensemble[];
  /** Adds an ensemble, or puts it in the place of the one with its name, which is disconnected. */
  set(ensemble: Ensemble): Promise<void>;
  remove(name: string): Promise<void>;
  isEnabled(name: string): boolean;
  /** The person's choice; `undefined` leaves it to the descriptor. */
  setEnabled(name: string, enabled: boolean | undefined): void;
  /** Connects every enabled ensemble that is not yet, all at the same time. */
  connect(signal: AbortSignal): Promise<void>;
  /** The invokers of all enabled ensembles. */
  invokers(): readonly Invoker[];
  find(reference: string): Found;
  ensembleOf(invoker: Invoker): Ensemble | undefined;
  readonly onDidChange: Listen<void>;
  readonly onDidOutdate: Listen<void>;
  dispose(): Promise<void>;
}

export type Found =
  | { readonly kind: 'found'; readonly invoker: Invoker }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Invoker[] }
  | { readonly kind: 'unknown' };

export function createEnsembleRoster(): EnsembleRoster {
  const entries = new Map<
    string,
    {
      readonly ensemble: Ensemble;
      readonly subscriptions: readonly Disposable[];
    }
  >();
  const choices = new Map<string, boolean>();
  const changes = listeners<void>();
  const outdated = listeners<void>();

  const isEnabled = (name: string) => choices.get(name) ?? entries.get(name)?.ensemble.enabled ?? false;
  const enabled = () =>
    [...entries.values()].map(entry => entry.ensemble).filter(({ name }) => isEnabled(name));
  const invokers = () => enabled().flatMap(ensemble => ensemble.invokers);

  async function detach(name: string): Promise<void> {
    const entry = entries.get(name);
    if (entry === undefined) return;
    entries.delete(name);
    for (const subscription of entry.subscriptions) subscription.dispose();
    await entry.ensemble.disconnect();
  }

  return {
    get ensembles() {
      return [...entries.values()].map(entry => entry.ensemble);
    },
    async set(ensemble) {
      const gone = detach(ensemble.name);
      entries.set(ensemble.name, {
        ensemble,
        subscriptions: [
          ensemble.onDidChange(() => changes.fire()),
          ...(ensemble.onDidOutdate ? [ensemble.onDidOutdate(() => outdated.fire())] : []),
        ],
      });
      outdated.fire();
      changes.fire();
      await gone;
    },
    async remove(name) {
      const gone = detach(name);
      outdated.fire();
      changes.fire();
      await gone;
    },
    isEnabled,
    setEnabled(name, choice) {
      if (choice === undefined) choices.delete(name);
      else choices.set(name, choice);
      changes.fire();
    },
    async connect(signal) {
      await Promise.all(enabled().map(ensemble => ensemble.connect(signal)));
    },
    invokers,
    find: reference => find(invokers(), reference),
    ensembleOf: invoker => entries.get(invoker.ensemble)?.ensemble,
    onDidChange: changes.listen,
    onDidOutdate: outdated.listen,
    async dispose() {
      await Promise.all([...entries.keys()].map(detach));
    },
  };
}

/** What models are told of some invokers, sorted by name so that the same tools always make the same request. */
export function toolDefinitions(invokers: readonly Invoker[]): readonly ToolDefinition[] {
  const definitions = invokers.map(invoker => ({
    name: wireName(invoker),
    description: invoker.description,
    inputSchema: withProperties(invoker.arguments),
  }));
  const names = new Set<string>();
  for (const { name } of definitions) {
    if (names.has(name)) throw errors.nameTaken(name);
    names.add(name);
  }
  return definitions.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A wire name or full name first, then a bare name or alias if only one invoker answers to it. */
function find(invokers: readonly Invoker[], reference: string): Found {
  const exact = invokers.find(invoker => wireName(invoker) === reference || fullName(invoker) === reference);
  if (exact !== undefined) return { kind: 'found', invoker: exact };
  for (const answersTo of [hasName, hasAlias]) {
    const candidates = invokers.filter(invoker => answersTo(invoker, reference));
    const [only] = candidates;
    if (only !== undefined) {
      return candidates.length === 1 ? { kind: 'found', invoker: only } : { kind: 'ambiguous', candidates };
    }
  }
  return { kind: 'unknown' };
}

function hasName(invoker: Invoker, reference: string): boolean {
  return invoker.name === reference;
}

/** An alias may be scoped as a name may. */
function hasAlias(invoker: Invoker, reference: string): boolean {
  return invoker.aliases.some(
    alias => alias === reference || fullName({ ensemble: invoker.ensemble, name: alias }) === reference,
  );
}

/** Some models refuse tools whose schema has no `properties`. */
function withProperties(schema: Invoker['arguments']): Invoker['arguments'] {
  return schema.type === 'object' && schema.properties !== undefined
    ? schema
    : { ...schema, type: 'object', properties: schema.properties ?? {} };
}
