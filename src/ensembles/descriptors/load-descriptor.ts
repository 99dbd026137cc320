import type { Invoker } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import type { JsonObject } from '../../converser/json/json.ts';
import type { Defaults, Descriptor, InvokerDescriptor, ServerDescriptor } from './descriptor.ts';
import type { DescriptorFiles } from './files/descriptor-files.ts';
import { readBeside } from './files/read-beside.ts';
import { checkDescriptor } from './mistakes/check-descriptor.ts';
import { type Diagnostic, inside, type Mistake, mistake, type Place } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import { type ParsedToml, parseToml } from './mistakes/parse-toml.ts';

export type LoadedDescriptor =
  | { readonly kind: 'descriptor'; readonly descriptor: Descriptor }
  | {
      readonly kind: 'mistaken';
      readonly diagnostics: readonly Diagnostic[];
      /** The ensemble's name, as far as it could be read. */
      readonly name?: string;
    };

/** Reads a descriptor with all its sources. What is wrong in any of them is told all at once. */
export async function loadDescriptor(
  file: string,
  text: string,
  read: DescriptorFiles['read'],
): Promise<LoadedDescriptor> {
  const parsed = await parseToml(file, text);
  if (parsed.kind === 'broken') return { kind: 'mistaken', diagnostics: [parsed.diagnostic] };
  const { document } = parsed;
  const mistakes = await checkDescriptor(document, 'descriptor');
  if (mistakes.length > 0) {
    const { name } = asTable(document.table.ensemble);
    return {
      kind: 'mistaken',
      diagnostics: await locateMistakes(mistakes),
      ...(typeof name === 'string' ? { name } : {}),
    };
  }
  // The schema has been kept to, which is what the casts from here on rest on.
  const { ensemble, server, defaults = {}, invokers = [] } = document.table as unknown as WrittenDescriptor;
  const loaded = await Promise.all(
    invokers.map((invoker, index) => loadInvoker(invoker, { document, path: ['invokers', index] }, read)),
  );
  const diagnostics = [
    ...loaded.flatMap(({ broken }) => broken ?? []),
    ...(await locateMistakes(loaded.flatMap(entry => entry.mistakes ?? []))),
  ];
  if (diagnostics.length > 0) return { kind: 'mistaken', diagnostics, name: ensemble.name };
  return {
    kind: 'descriptor',
    descriptor: {
      enabled: true,
      ...ensemble,
      document,
      ...(server === undefined ? {} : { server: asServer(server) }),
      defaults: limits(defaults),
      invokers: loaded.flatMap(({ invoker }) => invoker ?? []),
    },
  };
}

interface WrittenDescriptor {
  readonly ensemble: Pick<Descriptor, 'name' | 'kind' | 'title' | 'description'> & {
    readonly enabled?: boolean;
  };
  readonly server?: WrittenServer;
  readonly defaults?: WrittenDefaults;
  readonly invokers?: readonly (WrittenInvoker | { readonly source: string })[];
}

interface WrittenServer
  extends Omit<
    ServerDescriptor,
    'envFile' | 'startTimeout' | 'maxTimeout' | 'oauthClientId' | 'oauthClientSecret' | 'oauthScope'
  > {
  readonly env_file?: string;
  readonly start_timeout?: number;
  readonly max_timeout?: number;
  readonly oauth_client_id?: string;
  readonly oauth_client_secret?: string;
  readonly oauth_scope?: string;
}

interface WrittenDefaults {
  readonly timeout?: number;
  readonly max_retries?: number;
  readonly on_failure?: Invoker['onFailure'];
}

interface WrittenInvoker
  extends WrittenDefaults,
    Omit<InvokerDescriptor, keyof Defaults | 'place' | 'deduplication' | 'enabled'> {
  readonly deduplication?: { readonly strategy: Invoker['deduplication'] };
  readonly enabled?: boolean;
}

interface LoadedInvoker {
  readonly invoker?: InvokerDescriptor;
  readonly mistakes?: readonly Mistake[];
  readonly broken?: Diagnostic;
}

async function loadInvoker(
  written: WrittenInvoker | { readonly source: string },
  place: Place,
  read: DescriptorFiles['read'],
): Promise<LoadedInvoker> {
  if (!('source' in written)) return { invoker: asInvoker(written, place) };
  const source = inside(place, 'source');
  const found = await readBeside(written.source, place.document.file, read);
  if (found.kind === 'refused') return { mistakes: [mistake(source, 'value', found.reason)] };
  const parsed: ParsedToml = await parseToml(found.path, found.text);
  if (parsed.kind === 'broken') return { broken: parsed.diagnostic };
  const mistakes = await checkDescriptor(parsed.document, 'invoker');
  if (mistakes.length > 0) return { mistakes };
  const { document } = parsed;
  return { invoker: asInvoker(document.table as unknown as WrittenInvoker, { document, path: [] }) };
}

function asInvoker(written: WrittenInvoker, place: Place): InvokerDescriptor {
  const { timeout, max_retries, on_failure, deduplication, ...same } = written;
  return {
    enabled: true,
    ...same,
    ...limits(written),
    ...(deduplication === undefined ? {} : { deduplication: deduplication.strategy }),
    place,
  };
}

function asServer(written: WrittenServer): ServerDescriptor {
  const { env_file, start_timeout, max_timeout, oauth_client_id, oauth_client_secret, oauth_scope, ...same } =
    written;
  return {
    ...same,
    ...(env_file === undefined ? {} : { envFile: env_file }),
    ...(start_timeout === undefined ? {} : { startTimeout: start_timeout }),
    ...(max_timeout === undefined ? {} : { maxTimeout: max_timeout }),
    ...(oauth_client_id === undefined ? {} : { oauthClientId: oauth_client_id }),
    ...(oauth_client_secret === undefined ? {} : { oauthClientSecret: oauth_client_secret }),
    ...(oauth_scope === undefined ? {} : { oauthScope: oauth_scope }),
  };
}

function limits({ timeout, max_retries, on_failure }: WrittenDefaults): Defaults {
  return defined({ timeout, maxRetries: max_retries, onFailure: on_failure });
}

function asTable(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
