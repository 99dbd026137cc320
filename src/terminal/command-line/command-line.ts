import type { JsonObject } from '../../converser/json/json.ts';
import type { ModelOptions } from '../../converser/models/model-options.ts';
import type { PermissionMode } from '../../converser/permission/permission-mode.ts';
import type { Caps } from '../../converser/spending/caps.ts';
import type { SandboxMode } from '../../ensembles/shell/sandbox/sandbox-mode.ts';
import type { Reach } from '../../gateway/reach.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import type { InstructionsOptions } from './instructions-options.ts';
import type { PermissionsOptions } from './permissions-options.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'converse'; readonly options: TerminalOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'card'; readonly options: CardOptions }
  | { readonly kind: 'lock'; readonly options: LockOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'mcp'; readonly options: McpOptions }
  | { readonly kind: 'doctor'; readonly options: DoctorOptions }
  | { readonly kind: 'undo'; readonly options: UndoOptions }
  | { readonly kind: 'permissions'; readonly options: PermissionsOptions }
  | { readonly kind: 'instructions'; readonly options: InstructionsOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Which model to check. */
export interface CheckOptions {
  readonly server: ProviderDefinition;
  /** The model's id at that provider. */
  readonly id: string;
  readonly json: boolean;
  /** Contracts are tried, too, where the model does not call natively. */
  readonly contracts: boolean;
  /** Where the result is written for others, too. */
  readonly exportFile?: string;
}

/** Which model's check to give to others, or to take from them. */
export interface CardOptions extends Pick<CheckOptions, 'server' | 'id' | 'json'> {
  readonly action: 'export' | 'import';
  readonly file: string;
}

/** Which MCP servers to compare with their locks. */
export interface LockOptions
  extends Pick<TerminalOptions, 'roots' | 'ensembles' | 'trust' | 'json' | 'lock'> {
  readonly action: 'verify' | 'accept';
}

/** What to serve to other programs, and where. */
export interface ServeOptions
  extends Pick<
    TerminalOptions,
    | 'server'
    | 'contractFile'
    | 'instructionsFile'
    | 'ignoresInstructions'
    | 'modelsFile'
    | 'roots'
    | 'ensembles'
    | 'allow'
    | 'permissionMode'
    | 'questionTime'
    | 'localHosts'
    | 'protect'
    | 'trustedSources'
    | 'summaryModel'
    | 'enabled'
    | 'trust'
    | 'lock'
    | 'rounds'
    | 'compactAt'
    | 'summarizer'
    | 'toolsOnDemandAt'
    | 'caps'
    | 'tools'
    | 'otherServers'
  > {
  /** `provider/id` of the model that answers to `default`. Absent: the first one. */
  readonly model?: string;
  /** See `TerminalOptions`. */
  readonly fallbacks: readonly string[];
  /** 0: any that is free. */
  readonly port: number;
  /** The file with the key, made if there is none. Absent: one in your state folder. */
  readonly keyFile?: string;
  /** The file with the keys and limits of several clients. Absent: there is one key. */
  readonly keysFile?: string;
  readonly reach: Reach;
  /** US dollars that programs may spend from midnight to midnight. Absent: unlimited. */
  readonly dailyCost?: number;
  /** Whether what programs ask is written to the standard error. */
  readonly logsContent: boolean;
}

/** What to serve to the one program that starts this one. */
export type McpOptions = Omit<
  ServeOptions,
  'port' | 'keyFile' | 'keysFile' | 'fallbacks' | 'reach' | 'dailyCost'
>;

/** Which turn to take back. */
export interface UndoOptions extends Pick<TerminalOptions, 'roots' | 'json'> {
  /** Absent: the last one. */
  readonly id?: string;
  /** Which of its files and folders, from the present folder or from the workspace's. None: all. */
  readonly paths: readonly string[];
  /** Only shows what could be undone. */
  readonly lists: boolean;
}

/** What `serve` would serve, to find out whether that works. */
export type DoctorOptions = ServeOptions & Pick<TerminalOptions, 'json'>;

/** A model provider that is there only for its models that are named besides `--model`. */
export interface OtherServer {
  readonly server: ProviderDefinition;
  /** Those that stand in. The others only help. */
  readonly ids: readonly string[];
}

export interface TerminalOptions {
  /** `-`: it is read from the standard input. */
  readonly question: string;
  /** Files and folders that go with the question; `-`: the standard input. Absent: only what the question mentions. */
  readonly attach?: readonly string[];
  /** `provider/id`. */
  readonly model: string;
  /** The models that answer, in order, when that one can't: as `provider/id`, or as `server/provider/id` where both may be meant. */
  readonly fallbacks: readonly string[];
  /** Other model providers that options name. Absent: none. */
  readonly otherServers?: readonly OtherServer[];
  /** The name of a mode. Absent: the one that takes nothing away. */
  readonly mode?: string;
  /** The model provider. Absent: Rehearsal. */
  readonly server?: ProviderDefinition;
  /** How the model gets tools. Absent: in the best way that it supports. */
  readonly tools?: ToolUse;
  /** The file with your own wording of the contract. */
  readonly contractFile?: string;
  /** The file with your own instructions for every model. */
  readonly instructionsFile?: string;
  /** What the roots and skills say about working is not followed, whether you trust the roots or not. */
  readonly ignoresInstructions?: boolean;
  /** The file with your own facts and prices of models. */
  readonly modelsFile?: string;
  /** Folders to work in. */
  readonly roots: readonly string[];
  /** Folders of your own descriptors. */
  readonly ensembles: readonly string[];
  /** Ensembles that are off unless you switch them on. Absent: none. */
  readonly enabled?: readonly string[];
  /** The model that summarizes, as `provider/id`. Absent: that of the conversation. */
  readonly summaryModel?: string;
  /** Tools that run without a question: `ensemble:name`, a bare name, or `ensemble:*`. */
  readonly allow: readonly string[];
  /** Absent: the usual one. */
  readonly permissionMode?: PermissionMode;
  /** Milliseconds that you have for the answer to a question whether a tool may run. Absent or 0: any time. */
  readonly questionTime?: number;
  /** Hosts on this computer or in your own network that may be asked for pages. Absent: none unasked. */
  readonly localHosts?: readonly string[];
  /** What is wanted of the model. Absent: nothing but what it does by itself. */
  readonly wanted?: ModelOptions;
  /** Absent: where this machine can. */
  readonly sandbox?: SandboxMode;
  /** Folders besides the roots in which commands in a sandbox may write. */
  readonly writableFolders?: readonly string[];
  /** Globs of places that are always asked about; see `AddedPlaces`. Absent: none. */
  readonly protect?: readonly string[];
  /** See `isAmong`. Absent: none. */
  readonly trustedSources?: readonly string[];
  /** Loads the descriptors that came with the roots. */
  readonly trust: boolean;
  readonly json: boolean;
  /** The file in which all servers are pinned. Absent: the usual one. */
  readonly lock?: string;
  /** The most requests to the model. Absent: the usual limit. */
  readonly rounds?: number;
  /** See `Limits`. */
  readonly compactAt?: number;
  /** `provider/id` of the model that summarizes what is left out. Absent: the model of the conversation. */
  readonly summarizer?: string;
  /** See `Limits`. */
  readonly toolsOnDemandAt?: number;
  /** What may be spent. Absent: unlimited. */
  readonly caps?: Caps;
  /** What tools find in `context.auxdata` besides their descriptor's. */
  readonly auxdata?: JsonObject;
}
