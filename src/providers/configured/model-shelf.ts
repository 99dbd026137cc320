import type { Model } from '../../converser/words/models/provider.ts';
import type { CheckedModel } from '../check/card-memory.ts';
import { factsOf, roomyContext } from '../facts/facts.ts';
import type { knownFacts } from '../facts/known-models.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { ModelFacts, ProviderDefinition } from '../facts/provider-definition.ts';
import { createLazyModel } from './lazy-model.ts';
import type { OpenSource } from './open-source.ts';
import { vendorAddress } from './server-addresses.ts';

export interface ModelRecords {
  readonly cards: (model: CheckedModel) => ModelFacts | undefined;
}

export interface ModelShelfOptions {
  readonly identity: string;
  readonly source: () => Promise<OpenSource>;
  readonly records: ModelRecords;
}

export interface ModelShelf {
  take(list: readonly ListedModel[]): readonly Model[];
  /** Resolves once what is known of families counts: a long table, which is loaded with the first list. */
  ready(): Promise<void>;
  named(id: string): Model;
  identify(id: string): CheckedModel;
  /** The model is sent everything, because nothing else shows what it accepts. */
  untested(id: string): ListedModel;
}

/** Each request asks for the whole list, of which mostly nothing has changed. */
interface Built {
  readonly from: Origin;
  readonly made: string;
  readonly model: Model;
}

interface Origin {
  readonly listed: ListedModel;
  readonly card: ModelFacts | undefined;
  readonly familyOf: typeof knownFacts | undefined;
}

function isSame(a: Origin, b: Origin): boolean {
  return a.listed === b.listed && a.card === b.card && a.familyOf === b.familyOf;
}

/** Invariant: as long as nothing about a model changes, its id has one `Model` object. */
export function createModelShelf(
  definition: ProviderDefinition,
  { identity, source, records }: ModelShelfOptions,
): ModelShelf {
  const host = URL.parse(definition.baseUrl ?? vendorAddress(definition.kind))?.host;
  const unsaid = definition.kind === 'ollama' ? { contextTokens: roomyContext } : {};
  const built = new Map<string, Built>();
  const listed = new Map<string, ListedModel>();
  let taken: readonly ListedModel[] = [];
  let familyOf: typeof knownFacts | undefined;
  const find = (id: string): ListedModel => listed.get(id) ?? { ...onlyOne(), id };
  function onlyOne(): Pick<ListedModel, 'facts'> {
    const { facts } = [...listed.values()].find(({ isOnly }) => isOnly) ?? {};
    return facts === undefined ? {} : { facts };
  }
  const identityOf = (model: ListedModel): CheckedModel => ({
    server: identity,
    id: model.id,
    told: model.facts,
  });
  const factsFor = (model: ListedModel, card?: ModelFacts) =>
    factsOf(model.id, {
      family: familyOf?.(model.id, host),
      told: { ...unsaid, ...model.facts },
      card,
      settings: definition.models,
    });

  function build(model: ListedModel): Model {
    const card = records.cards(identityOf(model));
    const from = { listed: model, card, familyOf };
    const last = built.get(model.id);
    if (last !== undefined && isSame(last.from, from)) return last.model;
    const facts = factsFor(model, card);
    const made = JSON.stringify([model.label, facts]);
    const lazy =
      last?.made === made ? last.model : createLazyModel({ ...model, facts }, { definition, source });
    built.set(model.id, { from, made, model: lazy });
    return lazy;
  }

  return {
    async ready() {
      familyOf ??= (await import('../facts/known-models.ts')).knownFacts;
    },
    take(list) {
      if (list !== taken) {
        taken = list;
        listed.clear();
        for (const model of list) listed.set(model.id, model);
      }
      return list.map(build);
    },
    named: id => build(find(id)),
    identify: id => identityOf(find(id)),
    untested(id) {
      const model = find(id);
      return { ...model, facts: { ...factsFor(model), tools: 'native', images: true, parallel: true } };
    },
  };
}
