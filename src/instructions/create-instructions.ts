import type { Guidance } from '../converser/turn/guidance.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { InstructionFiles, OpenedFolders, RuleFiles, SwitchedOff } from './instruction-files.ts';
import { type InstructionList, listInstructions } from './list-instructions.ts';
import { createGuidance } from './repository/create-guidance.ts';
import { createSkills, type Skills } from './skills/create-skills.ts';
import type { Focus } from './skills/prompt-text.ts';

export interface InstructionSources {
  readonly folders: OpenedFolders;
  readonly own: InstructionFiles;
  readonly personal: RuleFiles;
  readonly off: SwitchedOff;
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'set' | 'remove'>;
  /** Absent where there is no editor. */
  readonly focus?: (() => Focus | undefined) | undefined;
}

export interface Instructions {
  readonly guidance: Guidance;
  readonly skills: Skills;
  list(signal: AbortSignal): Promise<InstructionList>;
}

export function createInstructions({
  folders,
  own,
  personal,
  off,
  roster,
  focus = () => undefined,
}: InstructionSources): Instructions {
  const skills = createSkills({ sources: { own, opened: folders }, off, roster, focus });
  return {
    guidance: createGuidance({ folders, personal, off, skills }),
    skills,
    list: signal => listInstructions({ folders, personal, off, skills }, signal),
  };
}
