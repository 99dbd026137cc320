import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Settings } from '../../house/settings.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';

export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'lock'; readonly options: LockOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'mcp'; readonly options: McpOptions }
  | { readonly kind: 'doctor'; readonly options: DoctorOptions }
  | { readonly kind: 'undo'; readonly options: UndoOptions }
  | { readonly kind: 'permissions'; readonly options: PermissionsOptions }
  | { readonly kind: 'instructions'; readonly options: RunOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export interface FolderOptions {
  readonly settings: Settings;
  readonly roots: readonly string[];
  /** These hold your own descriptors. */
  readonly ensembles: readonly string[];
  /** Loads the descriptors that came with the roots. */
  readonly trust: boolean;
  readonly json: boolean;
  /** Pins all MCP servers. Absent for the usual file. */
  readonly lock?: string;
}

export interface ModelOptionsOfRun {
  /** Absent for those in your settings, or else Rehearsal. */
  readonly server?: ProviderDefinition;
  /** Fallbacks may be models of these. */
  readonly otherServers?: readonly OtherServer[];
  /** Absent for the best way that the model supports. */
  readonly tools?: ToolUse;
  /** Counts whatever the mode says. */
  readonly wanted?: ModelOptions;
  /** Holds your own facts and prices of models. */
  readonly modelsFile?: string;
}

/** Only its models that stand in are used. */
export interface OtherServer {
  readonly server: ProviderDefinition;
  readonly ids: readonly string[];
}

export interface RunOptions extends FolderOptions, ModelOptionsOfRun {
  /** These run without a question: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** Holds your own instructions for every model, and is protected. Its text is among the settings. */
  readonly instructionsFile?: string;
  /** Ignores what the roots and skills say about working, whether you trust the roots or not. */
  readonly ignoresInstructions?: boolean;
}

export interface TerminalOptions extends RunOptions {
  /** `-` reads it from the standard input. */
  readonly question: string;
  /** These go with the question; `-` is the standard input. */
  readonly attach?: readonly string[];
  /** `provider/id`. */
  readonly model: string;
  /** Absent for the one that takes nothing away. */
  readonly mode?: string;
  /** Tools find it in `context.auxdata`, besides their descriptor's. */
  readonly auxdata?: JsonObject;
}

export interface ServeOptions extends RunOptions {
  /** `provider/id` of the model that answers to `default`. Absent for the first one. */
  readonly model?: string;
  /** Made if there is none. Absent for one in your state folder. */
  readonly keyFile?: string;
  /** Holds the keys and limits of several clients. Without it, there is one key. */
  readonly keysFile?: string;
}

/** Serves the one program that starts this one. */
export type McpOptions = Omit<ServeOptions, 'keyFile' | 'keysFile'>;

export type DoctorOptions = ServeOptions;

export interface CheckOptions {
  readonly server: ProviderDefinition;
  /** The model's id at that provider. */
  readonly id: string;
  readonly json: boolean;
  /** Tries contracts, too, where the model does not call natively. */
  readonly contracts: boolean;
}

export interface LockOptions extends FolderOptions {
  readonly action: 'verify' | 'accept';
}

export interface UndoOptions extends Pick<FolderOptions, 'roots' | 'json'> {
  /** Absent for the last one. */
  readonly id?: string;
  /** Relative to the present folder or the workspace's. Empty for all. */
  readonly paths: readonly string[];
  /** Only shows what could be undone. */
  readonly lists: boolean;
}

export interface PermissionsOptions extends Pick<FolderOptions, 'settings' | 'roots' | 'json'> {
  readonly revoke: readonly string[];
}
