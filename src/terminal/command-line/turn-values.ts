import { type PermissionMode, permissionModes } from '../../converser/permission/permission-mode.ts';
import { type ToolUse, toolUses } from '../../providers/facts/provider-definition.ts';

/** What is written for an option; `undefined` if the option is absent. */
export function readRounds(written: string | undefined): number | undefined | { readonly wrong: string } {
  const rounds = Number(written);
  if (written === undefined) return undefined;
  if (Number.isInteger(rounds) && rounds > 0) return rounds;
  return { wrong: `--rounds must be a whole number above 0, not ${JSON.stringify(written)}.` };
}

export function readTools(written: string | undefined): ToolUse | undefined | { readonly wrong: string } {
  const tools = toolUses.find(use => use === written);
  if (written === undefined || tools !== undefined) return tools;
  return { wrong: `--tools must be one of ${toolUses.join(', ')}, not ${JSON.stringify(written)}.` };
}

export function readMode(
  written: string | undefined,
): PermissionMode | undefined | { readonly wrong: string } {
  const mode = permissionModes.find(each => each === written);
  if (written === undefined || mode !== undefined) return mode;
  return {
    wrong: `--permission-mode must be one of ${permissionModes.join(', ')}, not ${JSON.stringify(written)}.`,
  };
}
