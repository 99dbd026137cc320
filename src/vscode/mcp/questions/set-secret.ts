import type { AskUser } from '../../window/ask-user.ts';
import type { ServerValues } from './server-values.ts';

export interface SecretParts {
  readonly ask: AskUser;
  readonly values: ServerValues;
  readonly inform: (message: string) => void;
}

/** Keeps or forgets a secret that descriptors and `.vscode/mcp.json` name. */
export async function setSecret({ ask, values, inform }: SecretParts): Promise<void> {
  const other = 'Another…';
  const chosen =
    values.secretNames.length === 0
      ? other
      : await ask.pick({
          title: 'Set MCP Server Secret',
          placeholder: 'Which one?',
          choices: [...values.secretNames, other].map(label => ({ label, value: label })),
        });
  if (chosen === undefined) return;
  const name = chosen === other ? await askSecretName(ask) : chosen;
  if (name === undefined || name === 'back') return;
  const kept = await ask.enter<boolean>({
    title: `Secret ${name}`,
    prompt: 'It is kept in VS Code’s secret storage. Empty: it is forgotten.',
    secret: true,
    async take(value) {
      await values.keepSecret(name, value);
      return { value: value !== '' };
    },
  });
  if (typeof kept !== 'boolean') return;
  inform(
    kept
      ? `The secret ${name} is set. Servers use it when they are started the next time.`
      : `The secret ${name} is forgotten.`,
  );
}

function askSecretName(ask: AskUser): Promise<string | undefined> {
  return ask.enter<string>({
    title: 'Set MCP Server Secret',
    prompt: 'Its name, as it stands in a descriptor',
    take: async text =>
      /^[^\s{}$]+$/.test(text) ? { value: text } : { problem: 'A name without spaces is needed.' },
  });
}
