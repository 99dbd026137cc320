import type * as vscode from 'vscode';

/** VS Code's secret storage can't list its secrets, so their names are kept beside it. */
export interface ListedSecrets {
  readonly names: readonly string[];
  read(name: string): Thenable<string | undefined>;
  /** An empty value deletes the secret. */
  write(name: string, value: string): Promise<void>;
  clear(): Promise<void>;
}

export interface ListedSecretsOptions {
  readonly secrets: vscode.SecretStorage;
  readonly state: vscode.Memento;
  readonly list: string;
}

export function createListedSecrets({ secrets, state, list }: ListedSecretsOptions): ListedSecrets {
  const names = () => state.get<readonly string[]>(list, []);
  return {
    get names() {
      return names();
    },
    read: name => secrets.get(name),
    async write(name, value) {
      if (value === '') await secrets.delete(name);
      else await secrets.store(name, value);
      // Read only now, because other secrets may have been stored meanwhile.
      const others = names().filter(other => other !== name);
      await state.update(list, value === '' ? others : [...others, name]);
    },
    async clear() {
      await Promise.all(names().map(name => secrets.delete(name)));
      await state.update(list, []);
    },
  };
}
