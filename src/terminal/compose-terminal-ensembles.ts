import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { createEnsembleRoster, type EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import type { RuleBook } from '../converser/permission/rules.ts';
import type { Journal } from '../converser/trust/journal.ts';
import type { Contents } from '../converser/workspace/contents.ts';
import { absolutePath } from '../converser/workspace/paths.ts';
import type { Location, Root } from '../converser/workspace/workspace.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { withChangesAsked } from '../ensembles/descriptors/folders-in-roots.ts';
import { lazyHttpKind } from '../ensembles/http/lazy-http-kind.ts';
import { createLazyMcp, type LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { lazyCommandKind } from '../ensembles/shell/described/lazy-command-kind.ts';
import {
  createWorkspaceAttachments,
  type WorkspaceAttachments,
} from '../ensembles/workspace/attachments/workspace-attachments.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import {
  guidingFolders,
  ownInstructionFolders,
  ownSkillFolders,
} from '../ensembles/workspace/guiding-folders.ts';
import { createAddedPlaces } from '../ensembles/workspace/protection/added-places.ts';
import { readContents } from '../ensembles/workspace/search/read-contents.ts';
import { createInstructions, type Instructions } from '../instructions/create-instructions.ts';
import { findTerminal } from './ask/terminal.ts';
import { createTerminalPerson } from './ask/terminal-person.ts';
import type { TerminalOptions } from './command-line/command-line.ts';
import { ensembleFolders, type FolderOptions, warnOfUntrusted } from './ensemble-folders.ts';
import type { TerminalMcpOptions } from './mcp/load-terminal-mcp.ts';
import { terminalValues } from './mcp/terminal-values.ts';
import { type RoleOptions, rolesInTerminal } from './protected-roles.ts';
import { composeTerminalShell } from './shell/compose-terminal-shell.ts';
import { openJournal, openLabels } from './state/journal-folder.ts';
import { warnOfCutOff } from './undo/warn-of-cut-off.ts';

export type TerminalEnsemblesOptions = FolderOptions &
  RoleOptions &
  Pick<
    TerminalOptions,
    | 'ignoresInstructions'
    | 'localHosts'
    | 'sandbox'
    | 'writableFolders'
    | 'protect'
    | 'summaryModel'
    | 'enabled'
  > &
  Pick<TerminalMcpOptions, 'lock' | 'onlyCompares' | 'isUnattended' | 'hasCallers'>;

/** The tools of a run in a terminal. */
export interface TerminalEnsembles {
  readonly roster: EnsembleRoster;
  readonly mcp: Pick<LazyMcp, 'get'>;
  readonly roots: readonly Root[];
  readonly journal: Journal;
  readonly contents: Contents;
  readonly attachments: WorkspaceAttachments;
  readonly instructions: Instructions;
  /** What is wrong in descriptors, each with its place. */
  readonly mistakes: readonly string[];
  dispose(): Promise<void>;
}

/** Folders in the options are absolute by now. */
export async function composeTerminalEnsembles(
  options: TerminalEnsemblesOptions,
  { rules, ...host }: Host & { readonly rules: RuleBook },
): Promise<TerminalEnsembles> {
  const roster = createEnsembleRoster();
  const workspace = createNodeWorkspace({ roots: options.roots });
  const outdating = workspace.onDidChange(() => roster.outdate());
  const mcp = createLazyMcp(async () => {
    const { loadTerminalMcp } = await import('./mcp/load-terminal-mcp.ts');
    return loadTerminalMcp(options, host);
  });
  const labels = openLabels(host.log);
  const journal = openJournal(workspace.roots, host, labels);
  const roles = rolesInTerminal(options);
  const { foresee } = journal;
  const addedPlaces = createAddedPlaces({ read: () => options.protect ?? [], place: '--protect' });
  const shell = composeTerminalShell({ ...options, workspace, foresee, roles, addedPlaces, labels }, host);
  const secrets = { ...terminalValues(options.roots), learn: host.secrets.learn, hide: host.secrets.hide };
  const ensembles = await prepareEnsembles({
    folders: withChangesAsked(ensembleFolders(options, mcp), options.roots),
    tools: builtInTools({
      workspace,
      clock: host.clock,
      protectedRoles: () => roles,
      addedPlaces,
      labels,
      person: createTerminalPerson(options.isUnattended ? () => undefined : findTerminal),
      web: { localHosts: () => options.localHosts ?? [] },
      shell,
      summaries: { model: () => options.summaryModel ?? '' },
    }),
    roster,
    log: host.log,
    kinds: [mcp.kind, lazyHttpKind(secrets), lazyCommandKind({ shell, secrets })],
  });
  const readBytes = (location: Location) => readFile(absolutePath(location));
  const attachments = createWorkspaceAttachments({ workspace, labels, addedPlaces, readBytes, rules });
  const guiding = { protectedRoles: () => roles, addedPlaces, labels };
  const instructions = createInstructions({
    folders: { ...guidingFolders(workspace, guiding), isTrusted: () => options.trust },
    own: ownSkillFolders(homedir(), guiding),
    personal: ownInstructionFolders(homedir(), guiding),
    off: new Set(),
    roster,
  });
  enable(options.enabled ?? [], roster, host);
  const mistakes = [...ensembles.diagnostics.values()]
    .flat()
    .map(({ file, start, message }) => `${file}:${start.line}:${start.column}: ${message}`);
  for (const mistake of mistakes) host.log.warn(mistake);
  if (!options.trust) await warnOfUntrusted(options, host);
  await warnOfCutOff(journal, host.log);
  return {
    roster,
    mcp,
    roots: workspace.roots,
    journal,
    contents: readContents(workspace),
    attachments,
    instructions,
    mistakes,
    async dispose() {
      outdating.dispose();
      attachments.search.dispose();
      await ensembles.dispose();
      await roster.dispose();
      await shell.dispose();
      mcp.now?.dispose();
      workspace.dispose();
    },
  };
}

function enable(names: readonly string[], roster: EnsembleRoster, { log }: Pick<Host, 'log'>): void {
  const known = roster.ensembles.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) roster.setEnabled(name, true);
    else log.warn(`--enable: no ensemble is called ${JSON.stringify(name)}. Ensembles: ${known.join(', ')}.`);
  }
}
