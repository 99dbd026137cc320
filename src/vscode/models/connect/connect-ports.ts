import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Preset } from '../../../providers/configured/presets.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import type { TryProvider } from './key-entry.ts';
import type { ProviderKeys } from './provider-keys.ts';

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
  /** Resolves to whether the user pressed the button. */
  readonly warn: (message: string, button: string) => PromiseLike<boolean>;
}

export interface ProviderSettings {
  readonly connected: () => readonly ProviderDefinition[];
  readonly wellKnown: readonly WellKnown[];
  readonly discover: (signal: AbortSignal) => Promise<readonly FoundServer[]>;
  /** Returns the provider, or what is wrong with the entry. */
  readonly read: (id: string, entry: JsonObject) => ProviderDefinition | { readonly problem: string };
  readonly save: (id: string, entry: JsonObject) => PromiseLike<void>;
  /** Also removes the sidebar's model if it is one of the provider's. */
  readonly remove: (id: string) => PromiseLike<void>;
}

export type WellKnown = Pick<Preset, 'id' | 'label' | 'example'>;

export interface FoundServer {
  readonly id: string;
  readonly entry: JsonObject;
  readonly label: string;
  readonly models: readonly string[];
}

export interface Connected {
  readonly definition: ProviderDefinition;
  readonly entry: JsonObject;
  readonly models: readonly Model[];
}
