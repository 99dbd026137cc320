import type { ExportTarget } from '../../ensembles/mcp/export/export-targets.ts';
import type { TargetState } from '../../ensembles/mcp/export/program-files.ts';
import type { Choice } from '../common/ask-in-vscode.ts';
import { withoutIcons } from '../common/markdown.ts';

export interface ProgramFile extends TargetState {
  readonly target: ExportTarget;
}

export function fileChoices(
  files: readonly ProgramFile[],
  shortened: (file: string) => string,
): readonly Choice<ProgramFile>[] {
  const present = new Set(
    files.filter(({ target, isFound }) => target.folder === undefined && isFound).map(programOf),
  );
  const groupOf = (file: ProgramFile) => {
    if (!present.has(programOf(file)) && file.entry === undefined) return groups.absent;
    return file.target.folder === undefined ? groups.yours : groups.folder;
  };
  return files
    .map(file => {
      const added = file.entry === undefined ? '' : ' · added';
      return {
        label: programOf(file),
        description: withoutIcons(`${shortened(file.file)}${added}`),
        ...(file.target.note === undefined ? {} : { detail: file.target.note }),
        group: groupOf(file),
        value: file,
      };
    })
    .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

function programOf({ target }: ProgramFile): string {
  return target.program;
}

const groups = {
  yours: 'For all your folders',
  folder: 'For this folder only',
  absent: 'Not found on this machine',
} as const;

const order: readonly string[] = Object.values(groups);

export function yourFileOf({ target }: ProgramFile, files: readonly ProgramFile[]): ProgramFile | undefined {
  return files.find(other => other.target.folder === undefined && other.target.program === target.program);
}
