import * as vscode from 'vscode';
import type {
  InputDefinition,
  ServerDefinition,
} from '../../../ensembles/mcp/definition/server-definition.ts';
import type { Values } from '../../../ensembles/mcp/definition/values.ts';
import type { AskUser } from '../../window/ask-user.ts';

export interface ServerValuesOptions {
  readonly secrets: vscode.SecretStorage;
  /** Names of what is kept in `secrets`, which cannot be listed itself. */
  readonly state: vscode.Memento;
  readonly ask: AskUser;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
}

/** What `${…}` in descriptions of servers stands for; secrets and answers are kept in VS Code's secret storage. */
export interface ServerValues extends Values {
  /** The names of the secrets that are kept. */
  readonly secretNames: readonly string[];
  /** An empty text forgets it. */
  keepSecret(name: string, value: string): Promise<void>;
  /** Forgets all answers, so that they are asked for anew. */
  forgetInputs(): Promise<void>;
}

const secretNames = 'converser.serverSecrets';
const inputNames = 'converser.serverInputs';

interface Asking {
  readonly answer: Promise<string | undefined>;
  /** Of all who wait for it. */
  readonly signals: AbortSignal[];
}

export function createServerValues(options: ServerValuesOptions): ServerValues {
  const { secrets, state, ask, environment, userHome } = options;
  const kept = (list: string) => state.get<readonly string[]>(list, []);
  const asking = new Map<string, Asking>();
  let last: Promise<unknown> = Promise.resolve();

  async function keep(list: string, name: string, value: string): Promise<void> {
    if (value === '') await secrets.delete(name);
    else await secrets.store(name, value);
    // Others may have been kept meanwhile.
    const others = kept(list).filter(other => other !== name);
    await state.update(list, value === '' ? others : [...others, name]);
  }

  async function askInput(
    input: InputDefinition,
    { definition, isWanted }: { readonly definition: ServerDefinition; readonly isWanted: () => boolean },
  ): Promise<string | undefined> {
    const key = inputKey(input, definition);
    const known = await secrets.get(key);
    if (known !== undefined) return known;
    // VS Code takes one box away for the next, and its question would count as turned away.
    const answering = last.then(() => (isWanted() ? askOnce(input, definition) : undefined));
    last = answering.catch(() => {});
    const answer = await answering;
    if (answer !== undefined && answer !== '') await keep(inputNames, key, answer);
    return answer;
  }

  async function askOnce(
    input: InputDefinition,
    { title, name }: ServerDefinition,
  ): Promise<string | undefined> {
    const question = { title: `${title ?? name} needs a value`, prompt: input.description };
    if (input.options !== undefined) {
      const choices = input.options.map(({ value, label }) => ({ label: label ?? value, value }));
      return ask.pick({ title: question.title, placeholder: input.description, choices });
    }
    const entered = await ask.enter<string>({
      ...question,
      ...(input.proposal === undefined ? {} : { value: input.proposal }),
      secret: input.password,
      take: async value => ({ value }),
    });
    return entered === 'back' ? undefined : entered;
  }

  return {
    env: name => environment[name],
    secret: async name => secrets.get(secretKey(name)),
    // Two that need the same value wait for the same answer.
    input(input, { definition, signal }) {
      const key = inputKey(input, definition);
      const open = asking.get(key);
      open?.signals.push(signal);
      if (open !== undefined) return open.answer;
      const signals = [signal];
      const isWanted = () => signals.some(({ aborted }) => !aborted);
      const answer = askInput(input, { definition, isWanted }).finally(() => asking.delete(key));
      asking.set(key, { answer, signals });
      return answer;
    },
    get folders() {
      return vscode.workspace.isTrusted ? openedFolders() : [];
    },
    get howToOpen() {
      const isRestricted = !vscode.workspace.isTrusted && openedFolders().length > 0;
      return isRestricted ? 'The opened folder is not trusted. Trust the workspace.' : undefined;
    },
    userHome,
    async readText(file) {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
      } catch {
        return undefined;
      }
    },
    get secretNames() {
      return kept(secretNames).map(key => key.slice(secretKey('').length));
    },
    keepSecret: (name, value) => keep(secretNames, secretKey(name), value),
    async forgetInputs() {
      await Promise.all(kept(inputNames).map(key => secrets.delete(key)));
      await state.update(inputNames, []);
    },
  };
}

function openedFolders(): Values['folders'] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

function secretKey(name: string): string {
  return `mcp-secret:${name}`;
}

/** Of one file: another folder that asks for an input of the same name does not get the answer. */
function inputKey({ id }: InputDefinition, { source }: ServerDefinition): string {
  return `mcp-input:${source.place}#${id}`;
}
