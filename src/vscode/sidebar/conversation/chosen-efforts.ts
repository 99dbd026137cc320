import type * as vscode from 'vscode';
import { type Effort, efforts } from '../../../converser/wording/effort-names.ts';

/** How hard models are to think in each conversation, as far as you have chosen that. */
export interface ChosenEfforts {
  of(conversationId: string): Effort | undefined;
  /** `undefined`: as your settings say. */
  choose(conversationId: string, effort: Effort | undefined): void;
}

const key = 'converser.efforts';

/** The oldest choices are forgotten. */
const mostKept = 200;

export function createChosenEfforts(state: Pick<vscode.Memento, 'get' | 'update'>): ChosenEfforts {
  const stored = () => state.get<Readonly<Record<string, unknown>>>(key, {});
  return {
    of: id => (Object.hasOwn(stored(), id) ? efforts.find(effort => effort === stored()[id]) : undefined),
    choose(id, effort) {
      const { [id]: _former, ...others } = stored();
      const all = Object.entries(effort === undefined ? others : { ...others, [id]: effort });
      void state.update(key, Object.fromEntries(all.slice(-mostKept)));
    },
  };
}
