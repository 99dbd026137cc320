import { isUnencrypted } from '../../converser/ground/addresses.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Clock, Log } from '../../converser/ground/ports.ts';
import type { SecretValues } from '../../converser/ground/secrets/secret-values.ts';
import { providerOptions } from '../../converser/words/models/model-options.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import { withOptions } from '../../converser/words/models/with-model-options.ts';
import type { ListedModel, ModelSource } from '../facts/model-source.ts';
import type { ProviderDefinition } from '../facts/provider-definition.ts';
import type { Connection } from '../wire/connection.ts';
import { withRequestLog } from '../wire/with-request-log.ts';
import { withSizeLimits } from '../wire/with-size-limits.ts';
import { createBreaker } from '../wrappers/resilience/model-breaker.ts';
import { patient } from '../wrappers/resilience/patient.ts';
import { type ResilientModel, resilient } from '../wrappers/resilience/resilient.ts';
import { withTimeLimits } from '../wrappers/resilience/with-reply-limits.ts';
import { withOutputRoom } from '../wrappers/with-output-room.ts';
import { withToolUse } from '../wrappers/with-tool-use.ts';
import { pulseOf } from './local/pulse.ts';
import { mayTellDetails, withLocalDetails } from './local-details.ts';
import { vendorAddress } from './server-addresses.ts';

export interface OpenSource {
  readonly list: ModelSource['list'];
  model(listed: ListedModel): Promise<ResilientModel>;
  bare(listed: ListedModel): Model;
}

export interface SourcePorts {
  readonly key: () => Promise<string | undefined>;
  readonly host: RetryPorts & { readonly log: Log; readonly secrets: SecretValues };
  readonly fetch?: typeof fetch;
  readonly requests?: RequestLog | undefined;
}

interface RetryPorts {
  readonly clock: Clock;
  readonly random: () => number;
}

export async function openSource(definition: ProviderDefinition, ports: SourcePorts): Promise<OpenSource> {
  const { kind, options } = definition;
  const { clock, random } = ports.host;
  const connection = connectionOf(definition, ports);
  const breaker = createBreaker({ clock });
  const sized = withSizeLimits(withRequestLog(connection));
  const { baseUrl = vendorAddress(kind) } = connection;
  const pulse = mayTellDetails(baseUrl) ? pulseOf(withSizeLimits(connection), baseUrl) : undefined;
  const limited = withTimeLimits(sized, { clock, ...(pulse && { pulse }) });
  const { list, model } = await sdkSource(kind, limited);
  const waitedFor = (listed: ListedModel) => {
    const seconds = listed.facts?.firstToken;
    // Ollama passes on requests for models of its cloud.
    const isOrdinary = seconds === undefined && (pulse === undefined || /[:-]cloud$/.test(listed.id));
    return isOrdinary ? model(listed) : patient(model(listed), seconds && seconds * 1000);
  };
  return {
    list,
    bare: model,
    async model(listed) {
      const withTools = await withToolUse(
        // Anthropic's clients know the windows of its models.
        kind === 'anthropic' ? waitedFor(listed) : withOutputRoom(waitedFor(listed)),
        listed.facts?.tools ?? 'native',
        { recovers: recovers(kind, connection.baseUrl), contract: listed.facts?.contract },
      );
      const wanted = withOptions(() => providerOptions(options))(withTools);
      // This is the outermost wrapper, because a retry discards everything before it.
      return resilient(wanted, { clock, random, breaker });
    },
  };
}

/** A vendor's own API never returns a call as text. */
function recovers(kind: ProviderDefinition['kind'], baseUrl: string | undefined): boolean {
  if (kind !== 'openai') return kind === 'ollama';
  return baseUrl !== undefined && URL.parse(baseUrl)?.host !== URL.parse(vendorAddress(kind))?.host;
}

async function sdkSource(kind: ProviderDefinition['kind'], connection: Connection): Promise<ModelSource> {
  if (kind === 'anthropic') {
    const { createAnthropicSource } = await import('../anthropic/anthropic-source.ts');
    return createAnthropicSource(connection);
  }
  const { baseUrl = vendorAddress(kind) } = connection;
  const source = await sourceOf(kind, { ...connection, baseUrl });
  const setsWindow = kind === 'ollama';
  if (!setsWindow && !mayTellDetails(baseUrl)) return source;
  const details = { connection: { ...connection, baseUrl }, setsWindow };
  return {
    ...source,
    list: async signal => withLocalDetails(await source.list(signal), { ...details, signal }),
  };
}

async function sourceOf(
  kind: 'ollama' | 'openai' | 'openai-responses',
  connection: Connection,
): Promise<ModelSource> {
  if (kind === 'ollama') {
    const { createOllamaSource } = await import('../ollama/ollama-source.ts');
    return createOllamaSource(connection);
  }
  const { createOpenAiSource } = await import('../openai/openai-source.ts');
  return createOpenAiSource({ ...connection, api: kind === 'openai' ? 'chat' : 'responses' });
}

function connectionOf(
  { id, label, baseUrl, headers, organization }: ProviderDefinition,
  { key, fetch, host, requests }: SourcePorts,
) {
  let mayWarn = isUnencrypted(baseUrl ?? '');
  const connection: Connection = {
    id,
    label,
    async key() {
      const found = (await key())?.trim() || undefined;
      if (found !== undefined && mayWarn) {
        mayWarn = false;
        host.log.warn(`The key for ${label} is sent unencrypted to ${baseUrl}. Use https.`);
      }
      return found;
    },
    secrets: host.secrets,
    log: host.log,
    ...defined({ baseUrl, headers, organization, fetch, requests }),
  };
  return connection;
}
