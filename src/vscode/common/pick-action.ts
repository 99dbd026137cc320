import { defined } from '../../converser/ground/json/defined.ts';
import type { AskUser } from './ask-user.ts';

/** Something that you can do about a thing. */
export interface Action {
  readonly label: string;
  readonly description?: string;
  /** The id of one of VS Code's icons. */
  readonly icon: string;
  /** By which links and buttons ask for it. */
  readonly id?: string;
  readonly run: () => PromiseLike<void>;
}

/** An action, or nothing where there is nothing for it to do. */
export type PossibleAction = Action | false;

export interface ActionQuestion {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly title: string;
  /** The id of an action that was asked for already. If it is possible, it is run without a question. */
  readonly wanted?: unknown;
}

/** Runs one of the actions. Resolves with whether the user chose one. */
export async function pickAction(
  actions: readonly PossibleAction[],
  { ask, title, wanted }: ActionQuestion,
): Promise<boolean> {
  const possible = actions.filter(action => action !== false);
  const asked = possible.find(({ id }) => id !== undefined && id === wanted);
  const choices = possible.map(action => {
    const { label, description, icon } = action;
    return { ...defined({ label, description, icon }), value: action };
  });
  const chosen = asked ?? (await ask.pick({ title, placeholder: 'Select an action', choices }));
  await chosen?.run();
  return chosen !== undefined;
}
