import { type Effort, efforts } from '../../converser/ground/wording/effort-names.ts';
import { type ToolUse, toolUses } from '../../providers/facts/provider-definition.ts';
import type { Wrong } from '../settings/written-settings.ts';

export function readTools(written: string | undefined): ToolUse | undefined | Wrong {
  return wordOf(written, { option: 'tools', words: toolUses });
}

export function readEffort(written: string | undefined): Effort | undefined | Wrong {
  return wordOf(written, { option: 'effort', words: efforts });
}

function wordOf<Word extends string>(
  written: string | undefined,
  { option, words }: { readonly option: string; readonly words: readonly Word[] },
): Word | undefined | Wrong {
  const word = words.find(each => each === written);
  if (written === undefined || word !== undefined) return word;
  return { wrong: `--${option} must be one of ${words.join(', ')}, not ${JSON.stringify(written)}.` };
}
