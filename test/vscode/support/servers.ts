import * as vscode from 'vscode';
import { eventually, often } from '../../eventually.ts';

/** Sets one of Converser's settings; `undefined` leaves it as it is by default. */
export function set(
  name: string,
  value: unknown,
  target = vscode.ConfigurationTarget.Global,
): Thenable<void> {
  return vscode.workspace.getConfiguration('converser').update(name, value, target);
}

/** Sets the proxy of VS Code's settings. */
export function setProxy(address: string | undefined): Thenable<void> {
  const settings = vscode.workspace.getConfiguration('http');
  return settings.update('proxy', address, vscode.ConfigurationTarget.Global);
}

export function written(name: string): unknown {
  return vscode.workspace.getConfiguration('converser').get<unknown>(name);
}

/** The first of Converser's models whose id starts so. VS Code reports changed models before it has listed them. */
export async function chatModelOf(start: string): Promise<vscode.LanguageModelChat> {
  return eventually(often, async () => {
    const models = await vscode.lm.selectChatModels({ vendor: 'converser' });
    return models.find(({ id }) => id.startsWith(start));
  });
}

export async function partsOf(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  tools: readonly vscode.LanguageModelChatTool[] = [],
): Promise<readonly vscode.LanguageModelInputPart[]> {
  const { stream } = await model.sendRequest([...messages], tools.length === 0 ? {} : { tools: [...tools] });
  return (await Array.fromAsync(stream)) as vscode.LanguageModelInputPart[];
}
