import { indexRules, type Rule } from '../../converser/words/permission/rules.ts';

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
