import { type Effort, efforts } from '../../../converser/ground/wording/effort-names.ts';
import { keptById, type State } from '../../common/kept-by-id.ts';

export interface ChosenByConversation<Choice extends string> {
  of(conversationId: string): Choice | undefined;
  /** `undefined` stands for your settings. */
  choose(conversationId: string, choice: Choice | undefined): void;
}

export type ChosenEfforts = ChosenByConversation<Effort>;

export type ChosenModes = ChosenByConversation<string>;

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
  const kept = keptById<unknown>(state, key);
  return {
    of: id => read(kept.of(id)),
    choose: (id, choice) => void kept.set(id, choice),
  };
}
