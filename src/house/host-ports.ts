import type { TrustedSources } from '../converser/call/caution/caution.ts';
import type { ApprovalMemory } from '../converser/call/permission/approvals.ts';
import type { Disposable, Listen } from '../converser/ground/async/listeners.ts';
import type { Host } from '../converser/ground/host.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Person } from '../converser/words/ensemble/person.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import type { RuleBook } from '../converser/words/permission/rules.ts';
import type { DisposableWorkspace, Location, SearchingIn } from '../converser/words/workspace/workspace.ts';
import type { HttpSecrets } from '../ensembles/http/headers.ts';
import type { Mcp } from '../ensembles/mcp/create-mcp.ts';
import type { McpJsonPlace } from '../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import type { LoginPath } from '../ensembles/process/login-path.ts';
import type { EditorSaves } from '../ensembles/workspace/journal/watch/editor-saves.ts';
import type { ProtectedRole } from '../ensembles/workspace/protection/protected-role.ts';
import type { SwitchedOff } from '../instructions/instruction-files.ts';
import type { Focus } from '../instructions/skills/prompt-text.ts';
import type { SettingKey } from './setting-keys.ts';
import type { Settings } from './settings.ts';

export interface HostPorts {
  readonly host: Host;
  readonly settings: Settings;
  readonly onDidChangeSetting: (key: SettingKey, listener: () => void) => Disposable;
  readonly workspace: HostWorkspace;
  readonly folders: HostFolders;
  readonly storage: HostStorage;
  readonly decisions: HostDecisions;
  readonly person: Person;
  readonly secrets: Pick<HttpSecrets, 'secret' | 'howToKeep'>;
  readonly loginPath: LoginPath;
  readonly instructionsOff: SwitchedOff;
  addProviders(models: ModelRoster): Disposable;
  loadMcp(known: Known): Promise<Mcp>;
}

export interface Known {
  readonly roster: EnsembleRoster;
  readonly models: ModelRoster;
}

export interface HostWorkspace extends DisposableWorkspace, SearchingIn {
  isOnDisk?(location: Location): boolean;
  readonly saves?: EditorSaves;
  showUnsaved?(location: Location, text: string): Promise<void>;
  readBytes(location: Location): Promise<Uint8Array>;
  /** Absent where there is no editor. */
  readonly focus?: () => Focus | undefined;
}

export interface HostFolders {
  readonly shipped: string;
  opened(): readonly string[];
  isTrusted(): boolean;
  readonly named: readonly string[];
  readonly editor?: EditorFiles;
  readonly onDidChange: Listen<void>;
}

export interface EditorFiles {
  readonly user: string;
  workspaceFile(): { readonly folder: string; readonly place: Omit<McpJsonPlace, 'kind'> } | undefined;
}

export interface HostStorage {
  readonly folder: string;
  /** Commands in the sandbox don't see this folder. */
  readonly hidden: string;
  roles(): readonly ProtectedRole[];
}

export interface HostDecisions {
  readonly rules: RuleBook;
  readonly approvals: ApprovalMemory;
  isTrusted(): boolean;
  /** Absent if a trusted source can't be kept. */
  readonly trustSource?: NonNullable<TrustedSources['add']>;
}
