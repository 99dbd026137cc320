import type { JsonObject } from '../../../converser/json/json.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { AskUser } from '../../window/ask-user.ts';
import type { TryProvider } from './key-entry.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** What connecting to model providers works with. */
export interface ConnectPorts {
  readonly ask: AskUser;
  readonly keys: ProviderKeys;
  /** Those in the settings. */
  readonly providers: () => readonly ProviderDefinition[];
  /** Providers that need no settings. */
  readonly wellKnown: readonly WellKnown[];
  /** The provider that a settings entry defines, or what is wrong with the entry. */
  readonly readProvider: (id: string, entry: JsonObject) => ProviderDefinition | { readonly problem: string };
  /** Servers on this machine, with the names of their models. */
  readonly discover: (signal: AbortSignal) => Promise<readonly FoundServer[]>;
  readonly tryProvider: TryProvider;
  /** Adds to the provider's entry in the settings. */
  readonly save: (id: string, entry: JsonObject) => PromiseLike<void>;
  readonly chooseModel: (reference: string) => PromiseLike<void>;
  readonly inform: (message: string) => void;
}

export interface WellKnown {
  readonly id: string;
  readonly label: string;
  /** An example address, if everyone has their own. */
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
