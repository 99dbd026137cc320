import type * as vscode from 'vscode';

export type State = Pick<vscode.Memento, 'get' | 'update'>;

export interface KeptById<Value> {
  of(id: string): Value | undefined;
  /** `undefined` forgets it. */
  set(id: string, value: Value | undefined): Thenable<void>;
}

/** The oldest are dropped. */
const mostKept = 200;

/** A value for each conversation, or each record of the journal. */
export function keptById<Value>(state: State, key: string): KeptById<Value> {
  const all = () => state.get<Readonly<Record<string, Value>>>(key, {});
  return {
    of: id => (Object.hasOwn(all(), id) ? all()[id] : undefined),
    set(id, value) {
      const { [id]: _former, ...others } = all();
      const entries = Object.entries(value === undefined ? others : { ...others, [id]: value });
      return state.update(key, Object.fromEntries(entries.slice(-mostKept)));
    },
  };
}
