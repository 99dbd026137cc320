import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { Client } from '../../guard/client-keys.ts';
import { createAnnouncer } from '../announcer.ts';
import { openLibraries } from './open-libraries.ts';

export type LibraryList = 'resources' | 'prompts';

export interface LibraryChanges extends Disposable {
  note(list: LibraryList): void;
}

export interface LibraryChangesOptions {
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled' | 'onDidChange' | 'onDidChangeList'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly announce: (list: LibraryList) => void;
}

export function followLibrary(
  client: Client,
  { roster, clock, announce }: LibraryChangesOptions,
): LibraryChanges {
  const announcer = createAnnouncer(clock, announce);
  const { note } = announcer;
  let known = openLibraries(client, roster);
  const listening = [
    roster.onDidChange(() => {
      const now = openLibraries(client, roster);
      const isSame = now.length === known.length && now.every((ensemble, at) => ensemble === known[at]);
      known = now;
      if (isSame) return;
      note('resources');
      note('prompts');
    }),
    roster.onDidChangeList(({ ensemble, list }) => {
      if (list !== 'tools' && known.some(({ name }) => name === ensemble)) note(list);
    }),
  ];
  return {
    note,
    dispose() {
      for (const each of listening) each.dispose();
      announcer.dispose();
    },
  };
}
