import type { TrustedSources } from '../converser/call/caution/caution.ts';
import type { ApprovalMemory } from '../converser/call/permission/approvals.ts';
import type { Disposable, Listen } from '../converser/ground/async/listeners.ts';
import type { Host } from '../converser/ground/host.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Person } from '../converser/words/ensemble/person.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import type { RuleBook } from '../converser/words/permission/rules.ts';
import type { DisposableWorkspace, Location } from '../converser/words/workspace/workspace.ts';
import type { HttpSecrets } from '../ensembles/http/headers.ts';
import type { Mcp } from '../ensembles/mcp/create-mcp.ts';
import type { McpJsonPlace } from '../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import type { LoginPath } from '../ensembles/process/login-path.ts';
import type { EditorSaves } from '../ensembles/workspace/journal/watch/editor-saves.ts';
import type { ProtectedRole } from '../ensembles/workspace/protection/protected-roles.ts';
import type { SwitchedOff } from '../instructions/instruction-files.ts';
import type { SettingKey } from './setting-keys.ts';
import type { Settings } from './settings.ts';

/** What a host hands in. `createConverser` builds everything else from it. */
export interface HostPorts {
  readonly host: Host;
  readonly settings: Settings;
  readonly onDidChangeSetting: (key: SettingKey, listener: () => void) => Disposable;
  readonly workspace: HostWorkspace;
  readonly folders: HostFolders;
  readonly storage: HostStorage;
  readonly decisions: HostDecisions;
  /** Answers the questions of tools. */
  readonly person: Person;
  /** The secrets and inputs that descriptors name. */
  readonly secrets: Pick<HttpSecrets, 'secret' | 'howToKeep'>;
  readonly loginPath: LoginPath;
  /** Files of instructions and skills that you have switched off. */
  readonly instructionsOff: SwitchedOff;
  /** Adds the model providers, and keeps them up to date. */
  addProviders(models: ModelRoster): Disposable;
  /** Loads what deals with MCP servers, with the first file that describes one. */
  loadMcp(known: Known): Promise<Mcp>;
}

/** The tools and the models that there are. */
export interface Known {
  readonly roster: EnsembleRoster;
  readonly models: ModelRoster;
}

/** The opened folders, and what an editor knows about them. */
export interface HostWorkspace extends DisposableWorkspace {
  /** Whether a place is on this machine's disk. Absent: all are. */
  isOnDisk?(location: Location): boolean;
  /** What editors save. Absent: there are no editors. */
  readonly saves?: EditorSaves;
  /** Shows a text in an editor without saving it. Absent: there are no editors. */
  showUnsaved?(location: Location, text: string): Promise<void>;
  readBytes(location: Location): Promise<Uint8Array>;
}

/** Where ensembles, modes and instructions are found. */
export interface HostFolders {
  /** The descriptors that come with Converser. */
  readonly shipped: string;
  /** The opened folders on the disk, as absolute paths of the system. */
  opened(): readonly string[];
  /** Whether you trust what came with the opened folders. */
  isTrusted(): boolean;
  /** Your own folders that override all others, because you named them for this run. */
  readonly named: readonly string[];
  /** MCP servers in files of the editor. */
  readonly editor?: EditorFiles;
  /** Folders were opened, closed or trusted. */
  readonly onDidChange: Listen<void>;
}

export interface EditorFiles {
  /** The folder with your own `mcp.json`. */
  readonly user: string;
  /** The workspace file, with its folder. */
  workspaceFile(): { readonly folder: string; readonly place: Omit<McpJsonPlace, 'kind'> } | undefined;
}

/** Where Converser keeps what outlasts a run, outside of any workspace. */
export interface HostStorage {
  readonly folder: string;
  /** What commands in the sandbox don't see. */
  readonly hidden: string;
  /** Further places that decide what Converser does, beside its folders. */
  roles(): readonly ProtectedRole[];
}

/** What you have decided about calls. */
export interface HostDecisions {
  readonly rules: RuleBook;
  readonly approvals: ApprovalMemory;
  /** Whether tools may change anything in the opened folders. */
  isTrusted(): boolean;
  /** Keeps a source that you trust. Absent: it can't be kept. */
  readonly trustSource?: NonNullable<TrustedSources['add']>;
}
