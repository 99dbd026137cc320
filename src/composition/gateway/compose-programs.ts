import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { accessIn, exportTargets, type McpAccess } from '../../ensembles/mcp/export/export-targets.ts';
import {
  couldBeCommitted,
  makeChange,
  planChange,
  stateOf,
} from '../../ensembles/mcp/export/program-files.ts';
import type { ProgramEntry } from '../../gateway/doctor/program-check.ts';
import { commands } from '../../vscode/common/contributions.ts';
import { createTextDiffs } from '../../vscode/common/text-diffs.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { addToProgram, type ProgramFiles } from '../../vscode/gateway/add-to-program.ts';
import type { GatewayKey, GatewayKeys } from '../../vscode/gateway/gateway-keys.ts';
import { vscodeClient } from '../../vscode/gateway/offer-to-vscode.ts';
import type { UserPorts } from '../../vscode/mcp/questions/user-ports.ts';

export interface ProgramSources {
  readonly user: Pick<UserPorts, 'ask' | 'machine'>;
  readonly globalFolder: vscode.Uri;
  readonly keys: GatewayKeys;
  /** Starts the gateway if it isn't running. `undefined` says that it could not start, which you have been told. */
  readonly running: () => Promise<string | undefined>;
}

export interface ProgramsInVscode extends Disposable {
  readonly commands: Commands;
  entries(baseUrl: string | undefined): Promise<readonly ProgramEntry[]>;
}

export function composePrograms({ user, globalFolder, keys, running }: ProgramSources): ProgramsInVscode {
  const { ask, machine } = user;
  const diffs = createTextDiffs('converser-change');
  const files: ProgramFiles = {
    targets: () => exportTargets({ ...machine, ...placesInVscode(globalFolder), vscodeKey: vscodeClient }),
    stateOf,
    plan: planChange,
    make: makeChange,
    couldBeCommitted,
  };
  const shortened = (file: string) => shortPath(file, machine.home);
  return {
    async entries(baseUrl) {
      const states = await Promise.all(
        files.targets().map(async target => ({ ...target, ...(await stateOf(target)) })),
      );
      return states
        .filter(({ entry }) => entry !== undefined)
        .map(({ program, file, entry }) => ({
          program,
          file: shortened(file),
          state: entryState(accessIn(entry), { baseUrl, keys: keys.all }),
        }));
    },
    commands: {
      [commands.addToProgram]: () => addToProgram({ ask, files, keys, diffs, running, shortened }),
    },
    dispose: diffs.dispose,
  };
}

interface Door {
  readonly baseUrl: string | undefined;
  readonly keys: readonly GatewayKey[];
}

/** An entry without an address starts a Converser of its own. */
function entryState(access: McpAccess | undefined, { baseUrl, keys }: Door): ProgramEntry['state'] {
  if (access === undefined) return 'current';
  if (baseUrl !== undefined && access.url !== `${baseUrl}/mcp`) return 'other-address';
  return keys.some(({ key }) => key === access.key) ? 'current' : 'unknown-key';
}

/** VS Code keeps its own file beside the folder in which extensions keep theirs. */
function placesInVscode(globalFolder: vscode.Uri) {
  const { workspaceFolders = [] } = vscode.workspace;
  return {
    folders: workspaceFolders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
    vscode: {
      file: vscode.Uri.joinPath(globalFolder, '..', '..', 'mcp.json').fsPath,
      extensions: vscode.Uri.joinPath(globalFolder, '..').fsPath,
    },
  };
}

function shortPath(file: string, home: string): string {
  const inFolder = vscode.workspace.asRelativePath(vscode.Uri.file(file));
  if (!path.isAbsolute(inFolder)) return inFolder;
  return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
}
