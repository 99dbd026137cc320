import { type PermissionMode, permissionModes } from '../../converser/permission/permission-mode.ts';
import { type ToolUse, toolUses } from '../../providers/facts/provider-definition.ts';

/** What is written for an option; `undefined` if the option is absent. */
export function readRounds(written: string | undefined): number | undefined | { readonly wrong: string } {
  const rounds = Number(written);
  if (written === undefined) return undefined;
  if (Number.isInteger(rounds) && rounds > 0) return rounds;
  return { wrong: `--rounds must be a whole number above 0, not ${JSON.stringify(written)}.` };
}

/** A share from 0 to 1, from a percentage. */
export function readShare(
  written: string | undefined,
  option: 'tools-on-demand-at' | 'compact-at',
): number | undefined | { readonly wrong: string } {
  if (written === undefined) return undefined;
  const percent = written.trim() === '' ? Number.NaN : Number(written);
  if (percent >= 0 && percent <= 100) return percent / 100;
  return { wrong: `--${option} must be a percentage from 0 to 100, not ${JSON.stringify(written)}.` };
}

export function readTools(written: string | undefined): ToolUse | undefined | { readonly wrong: string } {
  const tools = toolUses.find(use => use === written);
  if (written === undefined || tools !== undefined) return tools;
  return { wrong: `--tools must be one of ${toolUses.join(', ')}, not ${JSON.stringify(written)}.` };
}

/** Milliseconds from minutes. */
export function readQuestionTime(
  written: string | undefined,
): number | undefined | { readonly wrong: string } {
  if (written === undefined) return undefined;
  const minutes = written.trim() === '' ? Number.NaN : Number(written);
  if (minutes >= 0 && minutes <= mostMinutes) return minutes * 60_000;
  return {
    wrong: `--question-time must be a number of minutes up to ${mostMinutes}, or 0 for no limit, not ${JSON.stringify(written)}.`,
  };
}

const mostMinutes = 1_440;

export function readMode(
  written: string | undefined,
): PermissionMode | undefined | { readonly wrong: string } {
  const mode = permissionModes.find(each => each === written);
  if (written === undefined || mode !== undefined) return mode;
  return {
    wrong: `--permission-mode must be one of ${permissionModes.join(', ')}, not ${JSON.stringify(written)}.`,
  };
}
