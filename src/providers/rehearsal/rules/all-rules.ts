import { clockRules } from './clock.ts';
import { probabilityRules } from './probability.ts';
import type { Rule } from './rule.ts';
import { talkRules } from './talk.ts';
import { workspaceRules } from './workspace.ts';

/** In the order in which they are tried. */
export const allRules: readonly Rule[] = [
  ...talkRules,
  ...probabilityRules,
  ...clockRules,
  ...workspaceRules,
];

/** In the order in which their examples are shown. */
export const toldRules: readonly Rule[] = [...workspaceRules, ...probabilityRules, ...clockRules];
