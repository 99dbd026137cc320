import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { openRequestCommand } from '../../vscode/activation-ids.ts';
import { buildOnce } from '../../vscode/common/build-once.ts';
import { commands, gatewayCommands } from '../../vscode/common/contributions.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { settings } from '../../vscode/common/vscode-settings.ts';
import type { GatewaySources } from './compose-gateway.ts';

export interface LazyGateway extends Disposable {
  readonly commands: Commands;
  startIfWanted(): Promise<void>;
}

const own = [
  commands.startGateway,
  commands.stopGateway,
  commands.manageGateway,
  commands.useGateway,
  commands.addToProgram,
  commands.doctor,
  gatewayCommands.stopRequest,
  openRequestCommand,
];

/** Loads the gateway with the first of its commands, because most windows need none. */
export function composeLazyGateway(sources: GatewaySources): LazyGateway {
  const gateway = buildOnce(async () => {
    const { composeGateway } = await import('./compose-gateway.ts');
    return composeGateway(sources);
  });
  const run = async (name: string, given: readonly unknown[]) =>
    (await gateway.get()).commands[name]?.(...given);
  return {
    commands: Object.fromEntries(own.map(name => [name, (...given) => run(name, given)] as const)),
    async startIfWanted() {
      if (settings.gateway.startsAutomatically) await (await gateway.get()).control.start();
    },
    dispose: () => void gateway.built?.then(built => built.dispose()),
  };
}
