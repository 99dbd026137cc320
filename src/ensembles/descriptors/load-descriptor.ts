import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type {
  Deduplication,
  DeduplicationPlan,
  DeduplicationStrategy,
} from '../../converser/words/ensemble/invoker.ts';
import type { Defaults, Descriptor, InvokerDescriptor } from './descriptor.ts';
import type { DescriptorFiles } from './files/descriptor-files.ts';
import { readBeside } from './files/read-beside.ts';
import { readInvokerForm } from './invoker-form.ts';
import { checkDescriptor } from './mistakes/check-descriptor.ts';
import { type Diagnostic, inside, type Mistake, mistake, type Place } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import { type ParsedToml, parseToml } from './mistakes/parse-toml.ts';

export type LoadedDescriptor =
  | { readonly kind: 'descriptor'; readonly descriptor: Descriptor }
  | {
      readonly kind: 'mistaken';
      readonly diagnostics: readonly Diagnostic[];
      readonly name?: string;
    };

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
    const { ensemble } = document.table;
    const name = isJsonObject(ensemble) && typeof ensemble.name === 'string' ? ensemble.name : undefined;
    return defined({ kind: 'mistaken', diagnostics: await locateMistakes(mistakes), name });
  }
  // The casts from here on are safe: the schema has been checked.
  const written = document.table as unknown as WrittenDescriptor;
  const { ensemble, server, http, database, configuration, defaults = {}, invokers = [] } = written;
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
      kind: 'local',
      ...ensemble,
      ...(ensemble.title === undefined ? {} : { title: visibleLine(ensemble.title) }),
      document,
      ...(server && { server: inCamelCase(server) }),
      ...(http && { http: inCamelCase(http) }),
      ...(database && { database }),
      ...(configuration && { configuration }),
      defaults: inCamelCase(defaults),
      invokers: loaded.flatMap(({ invoker }) => invoker ?? []),
    },
  };
}

interface WrittenDescriptor extends Pick<Descriptor, 'server' | 'http' | 'database' | 'configuration'> {
  readonly ensemble: Pick<Descriptor, 'name' | 'title' | 'description'> & {
    readonly kind?: string;
    readonly enabled?: boolean;
  };
  readonly defaults?: Defaults;
  readonly invokers?: readonly (WrittenInvoker | { readonly source: string })[];
}

/** Only the spelling of the keys and deduplication differ from the code's type. */
type WrittenInvoker = Omit<InvokerDescriptor, 'place' | 'enabled' | 'deduplication' | 'sameness'> & {
  readonly enabled?: boolean;
  readonly deduplication?: WrittenDeduplication;
};

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
  const file = await readBeside(written.source, place.document.file, read);
  if (file.kind === 'refused') return { mistakes: [mistake(source, 'value', file.reason)] };
  const parsed: ParsedToml = await parseToml(file.path, file.text);
  if (parsed.kind === 'broken') return { broken: parsed.diagnostic };
  const { table, place: own, mistakes: ofForm } = readInvokerForm(parsed.document);
  const found = await checkDescriptor({ ...parsed.document, table }, 'invoker');
  const mistakes = [...ofForm, ...found.map(each => ({ ...each, place: inside(own, ...each.place.path) }))];
  if (mistakes.length > 0) return { mistakes };
  return { invoker: asInvoker(table as unknown as WrittenInvoker, own) };
}

function asInvoker(written: WrittenInvoker, place: Place): InvokerDescriptor {
  const { deduplication, ...same } = inCamelCase(written);
  return { enabled: true, ...same, ...(deduplication && readDeduplication(deduplication)), place };
}

function inCamelCase<T extends object>(table: T): T {
  const spelled = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [spelled(key), value])) as T;
}

type WrittenDeduplication =
  | string
  | readonly string[]
  | {
      readonly strategy: string | readonly string[];
      readonly window?: NonNullable<DeduplicationPlan['window']>;
    };

interface ReadDeduplication {
  readonly deduplication: Deduplication;
  readonly sameness?: string;
}

function readDeduplication(written: WrittenDeduplication): ReadDeduplication {
  const { strategy, window } = isTable(written) ? written : { strategy: written };
  const names = [strategy].flat();
  const sameness = names.find(name => name.startsWith('./'));
  // The cast is safe: the schema knows no other names.
  const strategies = names.filter(name => !name.startsWith('./')) as readonly DeduplicationStrategy[];
  const [only, another] = strategies;
  const isPlain =
    only !== undefined && another === undefined && window === undefined && sameness === undefined;
  return defined({ deduplication: isPlain ? only : defined({ strategies, window }), sameness });
}

function isTable(
  written: WrittenDeduplication,
): written is Exclude<WrittenDeduplication, string | readonly string[]> {
  return typeof written === 'object' && 'strategy' in written;
}
