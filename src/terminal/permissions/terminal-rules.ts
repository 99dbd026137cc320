import { indexRules, type RuleBook } from '../../converser/permission/rules.ts';
import { allowedRules } from '../command-line/allowed.ts';
import type { RuleFile } from './rule-file.ts';

/** Those of your file, and after them those of the command line. */
export function createTerminalRules(
  file: Pick<RuleFile, 'file' | 'all' | 'set'>,
  allowed: readonly string[],
): RuleBook {
  const given = allowedRules(allowed);
  let kept = indexRules(file.all(), file.file);
  return {
    place: '--allow',
    about: fullName => [...kept(fullName), ...given(fullName)],
    async allow(text) {
      await file.set(text, 'allow');
      kept = indexRules(file.all(), file.file);
    },
  };
}
