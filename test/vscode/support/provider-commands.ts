import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { providerCommandPorts } from '../../../src/composition/model-commands.ts';
import {
  modelProviderCommands,
  type ProviderCommandPorts,
} from '../../../src/vscode/models/model-provider-commands.ts';
import { createAskUser } from '../../../src/vscode/window/ask-user.ts';

/** The commands about model providers, with other ports, such as a scripted user. */
export function providerCommands(
  { ownModels }: ConverserInVscode,
  others: Partial<ProviderCommandPorts>,
): ReturnType<typeof modelProviderCommands> {
  return modelProviderCommands({ ...providerCommandPorts(ownModels, createAskUser()), ...others });
}
