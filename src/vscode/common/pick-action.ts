import { defined } from '../../converser/ground/json/defined.ts';
import type { AskUser } from './ask-in-vscode.ts';

export interface Action {
  readonly label: string;
  readonly description?: string;
  readonly icon: string;
  /** Links and buttons ask for the action by its id. */
  readonly id?: string;
  readonly run: () => PromiseLike<void>;
}

export type PossibleAction = Action | false;

export interface ActionQuestion {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly title: string;
  /** If the wanted action is possible, it runs without a question. */
  readonly wanted?: unknown;
}

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
