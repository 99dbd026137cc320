import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Person } from '../converser/forms/person.ts';
import type { Host } from '../converser/host.ts';
import type { ContentLabels } from '../converser/labels/content-labels.ts';
import type { Journal } from '../converser/trust/journal.ts';
import type { Contents } from '../converser/workspace/contents.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { withChangesAsked } from '../ensembles/descriptors/folders-in-roots.ts';
import type { PreparedDescriptor } from '../ensembles/descriptors/prepare-descriptor.ts';
import { lazyHttpKind } from '../ensembles/http/lazy-http-kind.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { lazyCommandKind } from '../ensembles/shell/described/lazy-command-kind.ts';
import { editorPowers } from '../ensembles/workspace/editor-powers.ts';
import {
  guidingFolders,
  ownInstructionFolders,
  ownSkillFolders,
} from '../ensembles/workspace/guiding-folders.ts';
import { createKeptLabels } from '../ensembles/workspace/labels/kept-labels.ts';
import { type AddedPlaces, createAddedPlaces } from '../ensembles/workspace/protection/added-places.ts';
import { readContents } from '../ensembles/workspace/search/read-contents.ts';
import { createInstructions, type Instructions } from '../instructions/create-instructions.ts';
import { createInstructionChoices } from '../vscode/commands/instruction-choices.ts';
import { contributedTools, createLmToolsEnsemble } from '../vscode/language-models/lm-tools-ensemble.ts';
import { createDescriptorProblems } from '../vscode/tools-view/descriptor-problems.ts';
import { ensembleFolders, followEnsembleChoices } from '../vscode/tools-view/ensemble-folders.ts';
import { followToolChoices } from '../vscode/tools-view/tool-choices.ts';
import { lazySettings } from '../vscode/window/lazy-settings.ts';
import { onDidChangeSettings, readSettings } from '../vscode/window/settings.ts';
import { addedGlobs } from '../vscode/workspace/added-globs.ts';
import { createVscodeWorkspace, type VscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import type { McpInVscode } from './compose-mcp.ts';
import { composeShell } from './compose-shell.ts';
import { type RolePlaces, rolesInVscode } from './protected-roles.ts';
import type { ExtensionFacts, VscodeStorage } from './vscode-ports.ts';

export interface EnsemblePorts {
  readonly extension: ExtensionFacts;
  readonly roster: EnsembleRoster;
  readonly mcp: McpInVscode;
  readonly storage: Pick<VscodeStorage, 'globalFolder' | 'workspaceState' | keyof RolePlaces['storage']>;
  readonly person: Person;
  readonly host: Host;
  /** See `Journal.foresee`. */
  readonly foresee: Journal['foresee'];
}

/** What descriptors and folders add to the ensembles in the roster. */
export interface EnsemblesInVscode {
  /** The unique names by which the tools know the opened folders. */
  rootNames(): readonly string[];
  /** The opened folders, in which tools change files. */
  readonly workspace: VscodeWorkspace;
  readonly contents: Contents;
  /** Of what files hold. */
  readonly labels: ContentLabels;
  readonly addedPlaces: AddedPlaces;
  readonly instructions: Instructions;
  /** The file that describes an ensemble. */
  fileOf(ensemble: Pick<Ensemble, 'name'>): string | undefined;
  /** The descriptors that make no ensemble because of their mistakes. */
  broken(): readonly PreparedDescriptor[];
  /** Where an ensemble comes from, in sentences. */
  originOf(ensemble: Ensemble): string | undefined;
  dispose(): Promise<void>;
}

/** Fills the roster with VS Code's tools and all described ensembles, and keeps it up to date. */
export async function composeEnsembles(ports: EnsemblePorts): Promise<EnsemblesInVscode> {
  const { extension, roster, mcp, storage, person, host, foresee } = ports;
  const { log, secrets } = host;
  await roster.set(createLmToolsEnsemble({ own: contributedTools(extension), lm: vscode.lm }));
  const workspace = createVscodeWorkspace(editorPowers(vscode.env.appRoot));
  const protectedRoles = () => rolesInVscode({ extension, storage });
  const addedPlaces = createAddedPlaces({
    read: addedGlobs,
    place: 'the setting converser.protectedPlaces',
  });
  const labels = createKeptLabels({
    file: vscode.Uri.joinPath(storage.globalFolder, 'labels.jsonl').fsPath,
    log,
  });
  const shell = composeShell({ workspace, host, storage, foresee, protectedRoles, addedPlaces, labels });
  const values = {
    secret: (key: string) => mcp.values.secret(key),
    learn: (value: string) => secrets.learn(value),
    hide: secrets.hide,
  };
  const folders = () =>
    withChangesAsked(ensembleFolders(extension.extensionUri, mcp.folders), openedFolders());
  const ensembles = await prepareEnsembles({
    folders: folders(),
    kinds: [mcp.kind, lazyHttpKind(values), lazyCommandKind({ shell, secrets: values })],
    tools: builtInTools({
      workspace,
      protectedRoles,
      addedPlaces,
      labels,
      person,
      web: { localHosts: readSettings.localHosts },
      shell,
      summaries: { model: readSettings.summaryModel },
    }),
    roster,
    log,
  });
  const problems = createDescriptorProblems();
  problems.show(ensembles.diagnostics);
  const readFolders = () => void ensembles.setFolders(folders());
  const subscriptions = [
    workspace,
    workspace.onDidChange(() => roster.outdate()),
    problems,
    ensembles.onDidDiagnose(problems.show),
    followEnsembleChoices(roster),
    followToolChoices(roster, log),
    onDidChangeSettings(lazySettings.ensemblesFolder, readFolders),
    onDidChangeSettings(lazySettings.mcpFiles, readFolders),
    vscode.workspace.onDidChangeWorkspaceFolders(readFolders),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void ensembles.reload()),
  ];
  const guiding = { protectedRoles, addedPlaces, labels };
  const fileOf = ({ name }: Pick<Ensemble, 'name'>) =>
    ensembles.prepared.findLast(descriptor => descriptor.name === name && descriptor.ensemble)?.file;
  return {
    workspace,
    contents: readContents(workspace),
    labels,
    addedPlaces,
    instructions: createInstructions({
      folders: { ...guidingFolders(workspace, guiding), isTrusted: () => vscode.workspace.isTrusted },
      own: ownSkillFolders(homedir(), guiding),
      personal: ownInstructionFolders(homedir(), guiding),
      off: createInstructionChoices(storage.workspaceState),
      roster,
    }),
    rootNames: () => workspace.roots.map(({ name }) => name),
    fileOf,
    broken: () => ensembles.prepared.filter(({ ensemble }) => ensemble === undefined),
    originOf: ensemble => mcp.originOf(ensemble, ensembles) ?? fileText(fileOf(ensemble)),
    async dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      await ensembles.dispose();
      await shell.dispose();
    },
  };
}

function openedFolders(): readonly string[] {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function fileText(file: string | undefined): string | undefined {
  return file === undefined ? undefined : `Defined in ${file}.`;
}
