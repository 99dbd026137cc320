import type { JsonObject, JsonSchema, JsonValue } from '../../converser/ground/json/json.ts';
import type { Annotations, Invoker, Offer, OutputTemplates } from '../../converser/words/ensemble/invoker.ts';
import type { Place, TomlDocument } from './mistakes/diagnostic.ts';

/** An ensemble as its TOML file describes it; `ensembles/descriptor.schema.json` says what each key means. */
export interface Descriptor {
  readonly document: TomlDocument;
  readonly name: string;
  readonly kind: string;
  readonly title?: string;
  readonly description?: string;
  readonly enabled: boolean;
  /** Present when its tools are those of a server. */
  readonly server?: ServerDescriptor;
  /** Present when its tools are requests that the descriptor describes. */
  readonly http?: HttpDescriptor;
  /** Constants for all tools of the ensemble. */
  readonly configuration?: JsonObject;
  readonly defaults: Defaults;
  /** Those that are written inline and those from a `source`, in the descriptor's order. */
  readonly invokers: readonly InvokerDescriptor[];
}

export interface Defaults {
  /** Seconds. */
  readonly timeout?: number;
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  readonly offer?: Offer;
}

/** As it was written; which keys there are depends on `transport`, and the schema has seen to that. */
export interface ServerDescriptor {
  readonly transport: 'stdio' | 'http' | 'sse';
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
  /** Seconds. */
  readonly startTimeout?: number;
  /** Seconds. */
  readonly maxTimeout?: number;
  readonly sampling?: boolean;
}

/** What holds for all requests of an ensemble. */
export interface HttpDescriptor {
  /** Patterns of hosts; see `readAddressPattern`. */
  readonly allowedHosts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Megabytes of an answer. */
  readonly maxSize?: number;
}

/** A request as its tool describes it. */
export interface RequestDescriptor {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON with placeholders. */
  readonly body?: JsonValue;
}

/** A program as its tool describes it. */
export interface CommandDescriptor {
  /** The program and its arguments, with placeholders. What stands in a list is left out together. */
  readonly command?: readonly (string | readonly string[])[];
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The arguments whose values may begin with `-`. */
  readonly allowOptions?: readonly string[];
  /** What it may reach, where there is a sandbox. */
  readonly access?: 'workspace' | 'network' | 'full';
}

/** What is absent is left to the implementation, then to the defaults. */
export interface InvokerDescriptor extends Defaults, RequestDescriptor, CommandDescriptor {
  readonly place: Place;
  readonly name?: string;
  readonly implementation?: string;
  readonly description?: string;
  readonly aliases?: readonly string[];
  readonly annotations?: Annotations;
  readonly deduplication?: Invoker['deduplication'];
  /** The file beside the descriptor that says when two calls are the same. */
  readonly sameness?: string;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly output?: OutputTemplates;
  readonly arguments?: JsonSchema;
  readonly permission?: NonNullable<Invoker['permission']>;
  readonly enabled: boolean;
  readonly auxdata?: JsonObject;
}
