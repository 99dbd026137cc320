import path from 'node:path';
import { noRules, type RuleBook } from '../../converser/words/permission/rules.ts';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import { absolutePath, isWithin, locatePath, shownPath } from '../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../converser/words/workspace/workspace.ts';
import { createNodeWorkspace } from './disk/node-workspace.ts';
import { labelOfFile } from './label-files.ts';
import { guardUnasked } from './places/guard-unasked.ts';
import { createToolContext, type ToolContext } from './places/tool-context.ts';
import { slashed } from './real-path.ts';
import { compileAnchored } from './search/glob.ts';

type Ports = Pick<ToolContext, 'protectedRoles' | 'addedPlaces' | 'labels'> & {
  readonly rules?: Pick<RuleBook, 'about'>;
};

export function guidingFolders(workspace: Workspace, { rules = noRules, ...ports }: Ports) {
  const shared = createToolContext(workspace, ports);
  return {
    files: workspace,
    findFiles: workspace.findFiles,
    shown: (location: Location) => shownPath(location, workspace.roots),
    locate(written: string, folder: Location) {
      if (written.startsWith('~')) throw fileErrors.pathRefused(written, 'it is outside the workspace.');
      const isAbsolute = written.startsWith('/');
      return locatePath(
        isAbsolute ? written : `${shownPath(folder, workspace.roots)}/${written}`,
        workspace.roots,
      );
    },
    guardOf: (file: Location) => guardUnasked(shared, file, rules),
    labelOf: (file: Location, text: string) => labelOfFile(shared, file, text),
    compileGlob: async (glob: string) => (await compileAnchored(glob)).matches,
  };
}

export function ownInstructionFolders(home: string, ports: Ports) {
  const shown = (location: Location) => {
    const place = absolutePath(location);
    return isWithin(place, slashed(home)) ? `~${place.slice(home.length)}` : place;
  };
  return { ...ownFolders(home, ['.codex', '.copilot', '.claude'], ports), shown };
}

export function ownSkillFolders(home: string, ports: Ports) {
  const names = ['.agents', '.claude', '.copilot'].map(name => path.join(name, 'skills'));
  return { ...ownFolders(home, names, ports), shown: absolutePath };
}

/** The folders need not exist. Their files may be links to any place, such as your repository of dot-files. */
function ownFolders(home: string, names: readonly string[], ports: Ports) {
  const roots = [...names.map(name => path.join(home, name)), path.parse(home).root];
  const everywhere = createNodeWorkspace({ roots });
  return {
    ...guidingFolders(everywhere, ports),
    files: { ...everywhere, roots: everywhere.roots.slice(0, names.length) },
    locate: (written: string, folder: Location) =>
      locatePath(
        slashed(path.resolve(absolutePath(folder), written.replace(/^~(?=[/\\]|$)/, home))),
        everywhere.roots,
      ),
  };
}
