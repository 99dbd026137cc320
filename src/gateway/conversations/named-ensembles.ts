import { errors } from '../../converser/ground/errors.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Client } from '../guard/client-keys.ts';
import { Refused, refusals } from '../refusal.ts';
import { toolsOf } from './conversations.ts';

type SearchedRoster = Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>;

function ensemblesFor(client: Client, roster: SearchedRoster): readonly string[] {
  const mayUse = toolsOf(client);
  return roster.ensembles
    .map(({ name }) => name)
    .filter(name => roster.isEnabled(name) && mayUse({ ensemble: name }));
}

export interface NamedEnsembles {
  readonly names: readonly string[];
  readonly place: string;
}

/** Throws `bad-arguments`, or `Refused` for what the key does not allow, with the names that there are. `*` means all. */
export function checkEnsembles(
  { names, place }: NamedEnsembles,
  client: Client,
  roster: SearchedRoster,
): void {
  const usable = ensemblesFor(client, roster);
  const wrong = names.find(name => name !== '*' && !usable.includes(name));
  if (wrong === undefined) return;
  const choices = `Choose from: ${usable.join(', ') || '(none)'}.`;
  const isKnown = roster.ensembles.some(({ name }) => name === wrong);
  if (isKnown && !toolsOf(client)({ ensemble: wrong }))
    throw new Refused(refusals.ensembleNotAllowed(client.name, wrong, choices));
  const what = isKnown ? 'is disabled in Converser' : 'not found';
  throw errors.badArguments(`${place}: Ensemble ${shown(wrong)} ${what}. ${choices}`);
}

function shown(name: string): string {
  return name === '' ? '""' : name.slice(0, 100);
}
