import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import type { Host } from '../converser/ground/host.ts';
import { mostAttached } from '../converser/turn/attachments/attachment.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import { noRules, type RuleBook } from '../converser/words/permission/rules.ts';
import { absolutePath, isWithin } from '../converser/words/workspace/paths.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import type { ProtectedRole } from '../ensembles/workspace/protection/protected-role.ts';
import { readBytes } from '../files/read-regular-file.ts';
import type { HostFolders, HostPorts, HostWorkspace } from '../house/host-ports.ts';
import { findTerminal } from './ask/terminal.ts';
import { createTerminalPerson } from './ask/terminal-elicitor.ts';
import type { FolderOptions, RunOptions, ServeOptions } from './command-line/command-line.ts';
import type { TerminalMcpOptions } from './load-terminal-mcp.ts';
import type { TerminalProviders } from './models/open-providers.ts';
import { openRuleFile } from './permissions/rule-file.ts';
import { createTerminalRules } from './permissions/terminal-rules.ts';
import { openApprovalFile } from './state/approval-file.ts';
import { cacheFolder, stateFolder } from './state/state-file.ts';
import { terminalValues } from './terminal-values.ts';

export type HostOptions = FolderOptions &
  Partial<RunOptions> &
  Pick<TerminalMcpOptions, 'onlyCompares' | 'isUnattended' | 'hasCallers'> &
  Partial<Pick<ServeOptions, 'keyFile' | 'keysFile'>>;

export async function terminalPorts(
  options: HostOptions,
  { host, providers }: { readonly host: Host; readonly providers: Pick<TerminalProviders, 'addTo'> },
): Promise<HostPorts> {
  const { roots, settings, isUnattended = false, ignoresInstructions = false } = options;
  const values = terminalValues(roots);
  return {
    host,
    settings,
    onDidChangeSetting: never,
    workspace: openedWorkspace(roots),
    folders: terminalFolders(options),
    storage: { folder: stateFolder(), hidden: stateFolder(), roles: () => rolesIn(options) },
    decisions: {
      rules: await rulesOf(options),
      approvals: await openApprovalFile(roots),
      // You chose the folder yourself. `--trust` decides whether its own tools are loaded.
      isTrusted: () => true,
    },
    person: createTerminalPerson(isUnattended ? () => undefined : findTerminal),
    secrets: values,
    // A terminal has the path of the login shell already.
    loginPath: async () => undefined,
    instructionsOff: { has: () => ignoresInstructions },
    addProviders: (models: ModelRoster) => providers.addTo(models),
    loadMcp: async () => (await import('./load-terminal-mcp.ts')).loadTerminalMcp(options, host),
  };
}

const never = () => ({ dispose() {} });

export function openedWorkspace(roots: readonly string[]): HostWorkspace {
  const most = mostAttached.pdfBytes;
  return {
    ...createNodeWorkspace({ roots }),
    readBytes: location => readBytes(absolutePath(location), { most }),
  };
}

function terminalFolders({ roots, ensembles, trust }: FolderOptions): HostFolders {
  return {
    shipped: path.join(import.meta.dirname, '..', '..', 'ensembles'),
    opened: () => roots,
    isTrusted: () => trust,
    named: ensembles,
    onDidChange: never,
  };
}

async function rulesOf({ onlyCompares = false, allow = [], settings }: HostOptions): Promise<RuleBook> {
  return onlyCompares ? noRules : createTerminalRules(await openRuleFile(), { ...settings, allow });
}

const runsNext = 'holds what runs when Converser starts.';

function rolesIn(options: HostOptions): readonly ProtectedRole[] {
  const { roots, lock, instructionsFile, keyFile, keysFile } = options;
  const code = path.join(import.meta.dirname, '..', '..');
  const isWorkspace = roots.some(root => isWithin(code, root) || isWithin(root, code));
  const named = [
    [lock, 'decides which tools of MCP servers are trusted.'],
    [instructionsFile, 'decides what models are told.'],
    [keyFile, 'decides who may use the gateway.'],
    [keysFile, 'decides who may use the gateway.'],
    ...[cacheFolder(), getCompileCacheDir(), process.execPath].map(place => [place, runsNext] as const),
    ...(isWorkspace ? [] : [[code, runsNext] as const]),
  ] as const;
  return named.flatMap(([path, reason]) => (path === undefined ? [] : [{ path, reason }]));
}
