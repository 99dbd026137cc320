import type * as vscode from 'vscode';
import { type Effort, efforts } from '../../../converser/ground/wording/effort-names.ts';

export interface ChosenByConversation<Choice extends string> {
  of(conversationId: string): Choice | undefined;
  /** `undefined` stands for your settings. */
  choose(conversationId: string, choice: Choice | undefined): void;
}

export type ChosenEfforts = ChosenByConversation<Effort>;

export type ChosenModes = ChosenByConversation<string>;

type State = Pick<vscode.Memento, 'get' | 'update'>;

/** The oldest choices are dropped. */
const mostKept = 200;

export function createChosenEfforts(state: State): ChosenEfforts {
  return createChosen(state, 'converser.efforts', stored => efforts.find(effort => effort === stored));
}

export function createChosenModes(state: State): ChosenModes {
  return createChosen(state, 'converser.modes', stored => (typeof stored === 'string' ? stored : undefined));
}

function createChosen<Choice extends string>(
  state: State,
  key: string,
  read: (stored: unknown) => Choice | undefined,
): ChosenByConversation<Choice> {
  const stored = () => state.get<Readonly<Record<string, unknown>>>(key, {});
  return {
    of: id => (Object.hasOwn(stored(), id) ? read(stored()[id]) : undefined),
    choose(id, choice) {
      const { [id]: _former, ...others } = stored();
      const all = Object.entries(choice === undefined ? others : { ...others, [id]: choice });
      void state.update(key, Object.fromEntries(all.slice(-mostKept)));
    },
  };
}
