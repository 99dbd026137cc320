import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Preset } from '../../../providers/configured/presets.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { AskUser } from '../../common/ask-user.ts';
import type { TryProvider } from './key-entry.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** What connecting to model providers works with. */
export interface ConnectPorts {
  readonly ask: AskUser;
  readonly notices: ProviderNotices;
  readonly providers: ProviderSettings;
  readonly keys: ProviderKeys;
  readonly tryProvider: TryProvider;
  readonly chooseModel: (reference: string) => PromiseLike<void>;
}

export interface ProviderNotices {
  readonly inform: (message: string) => void;
  /** Shows a warning; whether the user pressed its button. */
  readonly warn: (message: string, button: string) => PromiseLike<boolean>;
}

/** The model providers that are connected, and those that can be. */
export interface ProviderSettings {
  /** Those in the settings. */
  readonly connected: () => readonly ProviderDefinition[];
  /** Providers that need no settings. */
  readonly wellKnown: readonly WellKnown[];
  /** Servers on this machine, with the names of their models. */
  readonly discover: (signal: AbortSignal) => Promise<readonly FoundServer[]>;
  /** The provider that a settings entry defines, or what is wrong with the entry. */
  readonly read: (id: string, entry: JsonObject) => ProviderDefinition | { readonly problem: string };
  /** Adds to the provider's entry in the settings. */
  readonly save: (id: string, entry: JsonObject) => PromiseLike<void>;
  /** Removes the provider's entry, and the sidebar's model if it is one of the provider's. */
  readonly remove: (id: string) => PromiseLike<void>;
}

export type WellKnown = Pick<Preset, 'id' | 'label' | 'example'>;

export interface FoundServer {
  readonly id: string;
  readonly entry: JsonObject;
  readonly label: string;
  readonly models: readonly string[];
}

/** A server that has listed its models, and its entry for the settings. */
export interface Connected {
  readonly definition: ProviderDefinition;
  readonly entry: JsonObject;
  readonly models: readonly Model[];
}
