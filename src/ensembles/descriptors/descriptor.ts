import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import type { Invoker, OutputTemplates } from '../../converser/words/ensemble/invoker.ts';
import type { Place, TomlDocument } from './mistakes/diagnostic.ts';

/** `ensembles/descriptor.schema.json` explains each key. */
export interface Descriptor {
  readonly document: TomlDocument;
  readonly name: string;
  readonly kind: string;
  readonly title?: string;
  readonly description?: string;
  readonly enabled: boolean;
  readonly server?: ServerDescriptor;
  readonly http?: HttpDescriptor;
  readonly database?: DatabaseDescriptor;
  readonly configuration?: JsonObject;
  readonly defaults: Defaults;
  readonly invokers: readonly InvokerDescriptor[];
}

export interface Defaults extends Partial<Pick<Invoker, 'onFailure' | 'offer'>> {
  /** In seconds. */
  readonly timeout?: number;
  readonly maxRetries?: number;
}

/** The schema checks which keys belong to which `transport`. */
export interface ServerDescriptor {
  /** Absent where `url` is a command line; see `stdioCommand`. */
  readonly transport?: 'stdio' | 'http' | 'sse';
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly envFile?: string;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauthClientId?: string;
  readonly oauthClientSecret?: string;
  readonly oauthScope?: string;
  readonly oauthHosts?: readonly string[];
  readonly eager?: boolean;
  /** In seconds. */
  readonly startTimeout?: number;
  /** In seconds. */
  readonly maxTimeout?: number;
  readonly sampling?: boolean;
}

export interface HttpDescriptor {
  readonly allowedHosts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** In megabytes. */
  readonly maxSize?: number;
}

export interface DatabaseDescriptor {
  /** A SQLite file, relative to the workspace. */
  readonly file: string;
  readonly write?: boolean;
}

export interface RequestDescriptor {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

export interface CommandDescriptor {
  /** Strings of an inner list are left out together. */
  readonly command?: readonly (string | readonly string[])[];
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly allowOptions?: readonly string[];
  readonly access?: 'workspace' | 'network' | 'full';
}

/** What is absent comes from the implementation, then from the defaults. */
export interface InvokerDescriptor
  extends Defaults,
    RequestDescriptor,
    CommandDescriptor,
    Partial<Pick<Invoker, OfInvoker>> {
  readonly place: Place;
  readonly implementation?: string;
  readonly sameness?: string;
  readonly output?: OutputTemplates;
  readonly enabled: boolean;
  readonly auxdata?: JsonObject;
}

type OfInvoker =
  | ('name' | 'description' | 'aliases' | 'annotations' | 'arguments')
  | ('deduplication' | 'reads' | 'writes' | 'permission');
