import type { AskUser } from '../../common/ask-in-vscode.ts';
import type { ServerValues } from '../questions/server-values.ts';

export interface SecretPorts {
  readonly ask: AskUser;
  readonly values: Pick<ServerValues, 'secretNames' | 'keepSecret'>;
  readonly inform: (message: string) => void;
}

export async function setSecret(
  names: readonly string[],
  { ask, values, inform }: SecretPorts,
): Promise<void> {
  const other = 'New Secret…';
  const chosen =
    names.length === 0
      ? other
      : await ask.pick({
          title: 'Set Secret',
          placeholder: 'Select a secret',
          choices: [
            ...names.map(label => ({ label, icon: 'key', value: label })),
            { label: other, icon: 'add', value: other },
          ],
        });
  if (chosen === undefined) return;
  const name = chosen === other ? await askSecretName(ask) : chosen;
  if (name === undefined || name === 'back') return;
  const kept = await ask.enter<boolean>({
    title: `Secret ${name}`,
    prompt: 'Stored in VS Code’s secret storage. Leave empty to delete it.',
    secret: true,
    async take(value) {
      await values.keepSecret(name, value);
      return { value: value !== '' };
    },
  });
  if (typeof kept !== 'boolean') return;
  inform(
    kept ? `Secret ${name} set. MCP servers use it the next time they start.` : `Secret ${name} deleted.`,
  );
}

/** Says whether you gave it. */
export async function giveSecret(
  key: string,
  { title, ask, values }: Pick<SecretPorts, 'ask' | 'values'> & { readonly title: string },
): Promise<boolean> {
  const given = await ask.enter<true>({
    title,
    prompt: 'Stored in VS Code’s secret storage. The server gets it each time it starts.',
    secret: true,
    async take(value) {
      if (value === '') return { problem: 'Enter a value.' };
      await values.keepSecret(key, value);
      return { value: true };
    },
  });
  return given === true;
}

function askSecretName(ask: AskUser): Promise<string | undefined> {
  return ask.enter<string>({
    title: 'Set Secret',
    prompt: 'Name of the secret, as in the descriptor',
    take: async text =>
      /^[^\s{}$]+$/.test(text) ? { value: text } : { problem: 'Enter a name without spaces.' },
  });
}
