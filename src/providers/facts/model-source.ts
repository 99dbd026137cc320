import type { Model, Provider } from '../../converser/models/provider.ts';
import type { Connection } from '../wire/connection.ts';
import { factsOf } from './facts.ts';
import type { ListedModel } from './listed-model.ts';

/** Lists models as data, and makes of such data what can be asked. */
export interface ModelSource {
  /** Rejects with a `ConverserError`. */
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** Its facts are all that is known of it. */
  model(listed: ListedModel): Model;
}

/** The source as a provider that remembers nothing and asks nobody else what a model can. */
export function providerOf({ id, label, baseUrl }: Connection, source: ModelSource): Provider {
  const host = URL.parse(baseUrl ?? '')?.host;
  const build = (listed: ListedModel) => {
    const facts = factsOf({ provider: id, id: listed.id, host }, { told: listed.facts });
    return source.model({ ...listed, facts });
  };
  return {
    id,
    label,
    models: async signal => (await source.list(signal)).map(build),
    named: name => build({ id: name }),
  };
}
