import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { providerCommandPorts } from '../../../src/composition/model-commands.ts';
import { ConverserError } from '../../../src/converser/ground/errors.ts';
import { createAskUser } from '../../../src/vscode/common/ask-in-vscode.ts';
import type {
  ConnectPorts,
  ProviderNotices,
  ProviderSettings,
} from '../../../src/vscode/models/connect/connect-ports.ts';
import type { TryProvider } from '../../../src/vscode/models/connect/key-entry.ts';
import { modelProviderCommands } from '../../../src/vscode/models/model-provider-commands.ts';

type ScriptedPorts = Partial<
  Pick<ConnectPorts, 'ask'> & Pick<ProviderSettings, 'discover'> & ProviderNotices
>;

/** The commands about model providers, with other ports, such as a scripted user. */
export function providerCommands(
  { ownModels }: ConverserInVscode,
  { ask, discover, ...notices }: ScriptedPorts,
): ReturnType<typeof modelProviderCommands> {
  const tryProvider = withOurErrors(ownModels.tryProvider);
  const ports = providerCommandPorts({ ...ownModels, tryProvider }, ask ?? createAskUser());
  const { connect } = ports;
  return modelProviderCommands({
    ...ports,
    connect: {
      ...connect,
      notices: { ...connect.notices, ...notices },
      providers: { ...connect.providers, ...(discover && { discover }) },
    },
  });
}

/** The running Converser is another bundle, whose errors are not of the class that the code in this one knows. */
function withOurErrors(tryProvider: TryProvider): TryProvider {
  return async (definition, options) => {
    try {
      return await tryProvider(definition, options);
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'ConverserError')
        Object.setPrototypeOf(cause, ConverserError.prototype);
      throw cause;
    }
  };
}
