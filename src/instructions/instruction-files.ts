import type { ReadLabel } from '../converser/words/labels/label.ts';
import type { Location, WorkspaceFiles, WorkspaceSearch } from '../converser/words/workspace/workspace.ts';

/** Where instructions and skills are read. */
export interface InstructionFiles {
  readonly files: Pick<WorkspaceFiles, 'roots' | 'stat' | 'list' | 'read' | 'realLocation' | 'uri'>;
  /** How people and tools name a place. */
  readonly shown: (location: Location) => string;
  /** Of a file's whole text. `undefined`: the usual one. */
  readonly labelOf: (file: Location, text: string) => Promise<ReadLabel | undefined>;
}

/** Where some of the instructions hold for files that globs name. */
export interface RuleFiles extends InstructionFiles {
  /** Rejects for a glob that can't be used. What it resolves to takes a time that grows with the path's length and no faster. */
  readonly compileGlob: (glob: string) => Promise<(path: string) => boolean>;
}

/** The folders that are opened. */
export interface OpenedFolders extends RuleFiles {
  /** To list what lies deeper down. */
  readonly findFiles: WorkspaceSearch['findFiles'];
  /** Whether you trust what came with the folders. */
  readonly isTrusted: () => boolean;
}

/** What you have switched off, by the paths that the list shows. */
export interface SwitchedOff {
  has(path: string): boolean;
}
