import type { JsonObject } from '../../../converser/json/json.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { AskUser } from '../../window/ask-user.ts';
import type { TryProvider } from './key-entry.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** What connecting to servers of models works with. */
export interface ConnectPorts {
  readonly ask: AskUser;
  readonly keys: ProviderKeys;
  /** Those in the settings. */
  readonly providers: () => readonly ProviderDefinition[];
  /** Servers that need no description. */
  readonly wellKnown: readonly WellKnown[];
  /** A server as it would stand in the settings, or what is wrong with it. */
  readonly readProvider: (id: string, entry: JsonObject) => ProviderDefinition | { readonly problem: string };
  /** Servers that run on this machine, with the names of their models. */
  readonly discover: (signal: AbortSignal) => Promise<readonly FoundServer[]>;
  readonly tryProvider: TryProvider;
  /** Puts a server into the settings, on top of what they say of it already. */
  readonly save: (id: string, entry: JsonObject) => PromiseLike<void>;
  readonly chooseModel: (reference: string) => PromiseLike<void>;
  readonly inform: (message: string) => void;
}

export interface WellKnown {
  readonly id: string;
  readonly label: string;
  /** What an address looks like, where everybody has one of their own. */
  readonly example?: string;
}

export interface FoundServer {
  readonly id: string;
  readonly entry: JsonObject;
  readonly label: string;
  readonly models: readonly string[];
}

/** A server that has listed its models, and what the settings are to say of it. */
export interface Connected {
  readonly definition: ProviderDefinition;
  readonly entry: JsonObject;
  readonly models: readonly Model[];
}
