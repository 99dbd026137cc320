import type { ReadLabel } from '../converser/words/labels/label.ts';
import type {
  Location,
  ReadGuard,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../converser/words/workspace/workspace.ts';

export interface InstructionFiles {
  readonly files: Pick<WorkspaceFiles, 'roots' | 'stat' | 'list' | 'read' | 'realLocation' | 'uri'>;
  readonly shown: (location: Location) => string;
  /** Takes a path as a file in `folder` names it. Throws for one that can’t be read. */
  readonly locate: (path: string, folder: Location) => Location;
  /** Rejects, with a reason, what rules keep from `read_file`. The guard holds for where links lead. */
  readonly guardOf: (file: Location) => Promise<ReadGuard>;
  /** Takes the file's whole text. `undefined` stands for the usual label. */
  readonly labelOf: (file: Location, text: string) => Promise<ReadLabel | undefined>;
}

export interface RuleFiles extends InstructionFiles {
  /** Rejects for a bad glob. The matcher takes a time that grows with the path's length and no faster. */
  readonly compileGlob: (glob: string) => Promise<(path: string) => boolean>;
}

export interface OpenedFolders extends RuleFiles {
  readonly findFiles: WorkspaceSearch['findFiles'];
  readonly isTrusted: () => boolean;
}

export interface SwitchedOff {
  has(path: string): boolean;
}
