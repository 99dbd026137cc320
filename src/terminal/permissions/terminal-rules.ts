import { indexRules, type RuleBook } from '../../converser/words/permission/rules.ts';
import type { Settings } from '../../house/settings.ts';
import { allowedRules } from '../command-line/allowed.ts';
import type { RuleFile } from './rule-file.ts';

export interface GivenRules extends Pick<Settings, 'permissions'> {
  readonly allow: readonly string[];
}

/** Your settings come first, then your file, which answers to questions add to, and last the command line. */
export function createTerminalRules(
  file: Pick<RuleFile, 'file' | 'all' | 'set'>,
  { permissions, allow }: GivenRules,
): RuleBook {
  const given = allowedRules(allow);
  const set = indexRules(permissions, 'the setting converser.permissions');
  let kept = indexRules(file.all(), file.file);
  return {
    place: '--allow',
    about: fullName => [...set(fullName), ...kept(fullName), ...given(fullName)],
    async allow(text) {
      await file.set(text, 'allow');
      kept = indexRules(file.all(), file.file);
    },
  };
}
