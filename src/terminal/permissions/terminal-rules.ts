import { indexRules, type Rule, type RuleBook } from '../../converser/words/permission/rules.ts';
import type { Settings } from '../../house/settings.ts';
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

type RulesAbout = (fullName: string) => readonly Rule[];

export function allowedRules(allowed: readonly string[]): RulesAbout {
  const inFull = allowedInFull(allowed);
  const short = allowed.filter(text => !text.startsWith('*')).map(text => [`:${text}`, 'allow'] as const);
  const byName = indexRules(short);
  return fullName => [...inFull(fullName), ...byName(`:${nameOf(fullName)}`)];
}

/** Takes full names only: a folder could give its tools the name that you meant for another one. */
export function allowedInFull(allowed: readonly string[]): RulesAbout {
  return indexRules(allowed.map(text => [text, 'allow']));
}

/** The name of an ensemble has no colon; the name of a server's tool may have some. */
function nameOf(fullName: string): string {
  return fullName.slice(fullName.indexOf(':') + 1);
}
