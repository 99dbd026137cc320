import type { Disposable } from '../../ground/async/listeners.ts';
import type { Ensemble } from './ensemble.ts';
import type { EnsembleList } from './library.ts';

export interface RosterMembers {
  /** The same list until a member comes or goes. */
  readonly all: readonly Ensemble[];
  get(name: string): Ensemble | undefined;
  set(ensemble: Ensemble): Promise<void>;
  remove(name: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface RosterMembersOptions {
  readonly onChange: () => void;
  readonly onOutdate: () => void;
  readonly onList: (changed: ChangedList) => void;
}

export interface ChangedList {
  readonly ensemble: string;
  readonly list: EnsembleList;
}

interface Member {
  readonly ensemble: Ensemble;
  readonly subscriptions: readonly Disposable[];
}

export function createRosterMembers({ onChange, onOutdate, onList }: RosterMembersOptions): RosterMembers {
  const members = new Map<string, Member>();
  let all: readonly Ensemble[] = [];

  async function changed(former: Member | undefined): Promise<void> {
    all = [...members.values()].map(({ ensemble }) => ensemble);
    onOutdate();
    onChange();
    await leave(former);
  }

  return {
    get all() {
      return all;
    },
    get: name => members.get(name)?.ensemble,
    set(ensemble) {
      const former = members.get(ensemble.name);
      const subscriptions = [
        ensemble.onDidChange(onChange),
        ensemble.onDidOutdate?.(onOutdate),
        ensemble.onDidChangeList?.(list => onList({ ensemble: ensemble.name, list })),
      ];
      members.set(ensemble.name, {
        ensemble,
        subscriptions: subscriptions.filter(each => each !== undefined),
      });
      return changed(former);
    },
    remove(name) {
      const former = members.get(name);
      members.delete(name);
      return changed(former);
    },
    async dispose() {
      const leaving = [...members.values()];
      members.clear();
      all = [];
      await Promise.all(leaving.map(leave));
    },
  };
}

async function leave(member: Member | undefined): Promise<void> {
  if (member === undefined) return;
  for (const subscription of member.subscriptions) subscription.dispose();
  await member.ensemble.disconnect();
}
