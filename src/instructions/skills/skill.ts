import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles } from '../instruction-files.ts';
import type { LeftOut } from '../read-markdown.ts';

/** A folder with instructions for one kind of task, after the Agent Skills specification, or a prompt. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly folder: Location;
  /** With its instructions. */
  readonly file: Location;
  readonly path: string;
  readonly tokens: number;
  readonly from: InstructionFiles;
  readonly isForModels: boolean;
  readonly isForPeople: boolean;
  /** Absent for skills. Prompts are only for people. */
  readonly prompt?: PromptForm;
}

/** Whose documentation says how it is written. */
export type PromptForm = 'vscode' | 'claude-code' | 'opencode';

/** Absent where there is none. */
export type ReadSkill = Skill | LeftOut | undefined;

export interface FoundSkills {
  readonly skills: readonly Skill[];
  readonly leftOut: readonly LeftOut[];
}
