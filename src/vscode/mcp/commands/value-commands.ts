import type { AskUser } from '../../window/ask-user.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ServerValues } from '../questions/server-values.ts';

export interface ValueCommandPorts {
  readonly ask: AskUser;
  readonly values: ServerValues;
  readonly inform: (message: string) => void;
}

/** Secrets and inputs that MCP servers use. */
export function valueCommands({ ask, values, inform }: ValueCommandPorts): Commands {
  return {
    [commands.setMcpServerSecret]: () => setSecret({ ask, values, inform }),
    [commands.clearMcpServerInputs]: async () => {
      await values.forgetInputs();
      inform('Saved inputs cleared. MCP servers will ask again the next time they start.');
    },
  };
}

/** Stores or deletes a secret that descriptors and `.vscode/mcp.json` refer to. */
async function setSecret({ ask, values, inform }: ValueCommandPorts): Promise<void> {
  const other = 'New Secret…';
  const chosen =
    values.secretNames.length === 0
      ? other
      : await ask.pick({
          title: 'Set MCP Server Secret',
          placeholder: 'Select a secret',
          choices: [...values.secretNames, other].map(label => ({ label, value: label })),
        });
  if (chosen === undefined) return;
  const name = chosen === other ? await askSecretName(ask) : chosen;
  if (name === undefined || name === 'back') return;
  const kept = await ask.enter<boolean>({
    title: `Secret ${name}`,
    prompt: "Stored in VS Code's secret storage. Leave empty to delete it.",
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

function askSecretName(ask: AskUser): Promise<string | undefined> {
  return ask.enter<string>({
    title: 'Set MCP Server Secret',
    prompt: 'Name of the secret, as in the descriptor',
    take: async text =>
      /^[^\s{}$]+$/.test(text) ? { value: text } : { problem: 'Enter a name without spaces.' },
  });
}
