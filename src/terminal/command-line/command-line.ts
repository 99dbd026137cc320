import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Settings } from '../../house/settings.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import type { ExportForm } from '../../store/exchange/export-forms.ts';

export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'lock'; readonly options: LockOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'mcp'; readonly options: McpOptions }
  | { readonly kind: 'doctor'; readonly options: DoctorOptions }
  | { readonly kind: 'undo'; readonly options: UndoOptions }
  | { readonly kind: 'export'; readonly options: ExportOptions }
  | { readonly kind: 'import'; readonly options: ImportOptions }
  | { readonly kind: 'replay'; readonly options: ReplayOptions }
  | { readonly kind: 'permissions'; readonly options: PermissionsOptions }
  | { readonly kind: 'instructions' | 'spending'; readonly options: RunOptions }
  | { readonly kind: 'tools'; readonly options: ToolsOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export interface FolderOptions {
  readonly settings: Settings;
  readonly roots: readonly string[];
  readonly ensembles: readonly string[];
  readonly trust: boolean;
  readonly json: boolean;
  readonly lock?: string;
}

export interface ModelOptionsOfRun {
  /** Absent for those in your settings, or else Rehearsal. */
  readonly server?: ProviderDefinition;
  /** Absent for the best way that the model supports. */
  readonly tools?: ToolUse;
  readonly wanted?: ModelOptions;
  /** The folder for what is sent to models, and what comes back. */
  readonly requestsFolder?: string;
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
  /** Empty for a conversation at a prompt. */
  readonly question: string;
  /** Goes on with the stored conversation of this id. Empty for the last one. */
  readonly resume?: string;
  readonly attach?: readonly string[];
  readonly model: string;
  readonly mode?: string;
  /** Tools find it in `context.auxdata`, besides their descriptor's. */
  readonly auxdata?: JsonObject;
}

export interface ServeOptions extends RunOptions {
  /** `provider/id` of the model that answers to `default`. Absent for the first one. */
  readonly model?: string;
  /** Made if there is none. Absent for one in your state folder. */
  readonly keyFile?: string;
  readonly keysFile?: string;
}

export type McpOptions = Omit<ServeOptions, 'keyFile' | 'keysFile'>;

export type DoctorOptions = ServeOptions;

export interface ToolsOptions extends RunOptions {
  /** Names a tool or an ensemble. Absent for all tools. */
  readonly name?: string;
}

export interface CheckOptions {
  readonly server: ProviderDefinition;
  readonly id: string;
  readonly json: boolean;
  /** Tries contracts, too, where the model does not call natively. */
  readonly contracts: boolean;
}

export interface LockOptions extends FolderOptions {
  readonly action: 'verify' | 'accept';
}

export interface UndoOptions extends Pick<FolderOptions, 'roots' | 'json'> {
  readonly id?: string;
  /** Relative to the present folder or the workspace's. Empty for all. */
  readonly paths: readonly string[];
  readonly lists: boolean;
}

export interface ExportOptions extends Pick<FolderOptions, 'roots'> {
  /** An id or a part of one. Empty for the last conversation. */
  readonly id: string;
  readonly form: ExportForm;
}

export interface ImportOptions extends Pick<FolderOptions, 'roots'> {
  readonly file: string;
}

export interface ReplayOptions extends RunOptions {
  readonly file: string;
  /** The reference of a model. */
  readonly against: string;
}

export interface PermissionsOptions extends Pick<FolderOptions, 'settings' | 'roots' | 'json'> {
  readonly revoke: readonly string[];
}
