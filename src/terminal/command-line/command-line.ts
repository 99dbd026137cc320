import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Settings } from '../../house/settings.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';

/** What the command line asks for. */
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

/** Where a run works, and what of the folders it takes. */
export interface FolderOptions {
  readonly settings: Settings;
  /** Folders to work in. */
  readonly roots: readonly string[];
  /** Folders of your own descriptors. */
  readonly ensembles: readonly string[];
  /** Loads the descriptors that came with the roots. */
  readonly trust: boolean;
  readonly json: boolean;
  /** The file in which all servers are pinned. Absent: the usual one. */
  readonly lock?: string;
}

/** Who answers. */
export interface ModelOptionsOfRun {
  /** The model provider. Absent: those in your settings, or else Rehearsal. */
  readonly server?: ProviderDefinition;
  /** Other model providers of which fallbacks are. Absent: none. */
  readonly otherServers?: readonly OtherServer[];
  /** How the model gets tools. Absent: in the best way that it supports. */
  readonly tools?: ToolUse;
  /** What is wanted of the model, whatever its mode says. Absent: nothing. */
  readonly wanted?: ModelOptions;
  /** The file with your own facts and prices of models. */
  readonly modelsFile?: string;
}

/** A model provider that is there only for its models that stand in. */
export interface OtherServer {
  readonly server: ProviderDefinition;
  readonly ids: readonly string[];
}

/** What every run has that answers, calls tools, or serves them. */
export interface RunOptions extends FolderOptions, ModelOptionsOfRun {
  /** Tools that run without a question: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** The file with your own instructions for every model, which is protected. Its text is among the settings. */
  readonly instructionsFile?: string;
  /** What the roots and skills say about working is not followed, whether you trust the roots or not. */
  readonly ignoresInstructions?: boolean;
}

/** What one turn is about. */
export interface TerminalOptions extends RunOptions {
  /** `-`: it is read from the standard input. */
  readonly question: string;
  /** Files and folders that go with the question; `-`: the standard input. Absent: only what the question mentions. */
  readonly attach?: readonly string[];
  /** `provider/id`. */
  readonly model: string;
  /** The name of a mode. Absent: the one that takes nothing away. */
  readonly mode?: string;
  /** What tools find in `context.auxdata` besides their descriptor's. */
  readonly auxdata?: JsonObject;
}

/** What to serve to other programs. */
export interface ServeOptions extends RunOptions {
  /** `provider/id` of the model that answers to `default`. Absent: the first one. */
  readonly model?: string;
  /** The file with the key, made if there is none. Absent: one in your state folder. */
  readonly keyFile?: string;
  /** The file with the keys and limits of several clients. Absent: there is one key. */
  readonly keysFile?: string;
}

/** What to serve to the one program that starts this one. */
export type McpOptions = Omit<ServeOptions, 'keyFile' | 'keysFile'>;

/** What `serve` would serve, to find out whether that works. */
export type DoctorOptions = ServeOptions;

/** Which model to check. */
export interface CheckOptions {
  readonly server: ProviderDefinition;
  /** The model's id at that provider. */
  readonly id: string;
  readonly json: boolean;
  /** Contracts are tried, too, where the model does not call natively. */
  readonly contracts: boolean;
}

/** Which MCP servers to compare with their locks. */
export interface LockOptions extends FolderOptions {
  readonly action: 'verify' | 'accept';
}

/** Which turn to take back. */
export interface UndoOptions extends Pick<FolderOptions, 'roots' | 'json'> {
  /** Absent: the last one. */
  readonly id?: string;
  /** Which of its files and folders, from the present folder or from the workspace's. None: all. */
  readonly paths: readonly string[];
  /** Only shows what could be undone. */
  readonly lists: boolean;
}

/** What you have decided about tools to show, and what of it to take back. */
export interface PermissionsOptions extends Pick<FolderOptions, 'settings' | 'roots' | 'json'> {
  /** Rules as the list shows them. */
  readonly revoke: readonly string[];
}
