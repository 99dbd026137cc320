import type { Host } from '../converser/ground/host.ts';
import type { FallbackChains } from '../converser/words/models/fallback/fallback-chains.ts';
import type { Approver } from '../converser/words/permission/approver.ts';
import { type Converser, createConverser } from '../house/create-converser.ts';
import { openProviders, type TerminalProvider } from './models/open-providers.ts';
import { type HostOptions, terminalPorts } from './terminal-ports.ts';
import { warnOfCutOff } from './undo/warn-of-cut-off.ts';
import { warnOfUntrusted } from './warn-of-untrusted.ts';

export interface Terminal {
  readonly converser: Converser;
  readonly approver: Approver;
  readonly providers: readonly TerminalProvider[];
  readonly mistakes: readonly string[];
  /** Resolves to the `provider/id`s that are meant. From then on, turns use these. */
  resolveFallbacks(signal: AbortSignal): Promise<FallbackChains>;
}

export interface TerminalSources {
  readonly host: Host;
  readonly approver: Approver;
  readonly modelsText?: string | undefined;
}

export async function openTerminal(
  options: HostOptions,
  { host, approver, modelsText }: TerminalSources,
): Promise<Terminal> {
  let chains = options.settings.fallbacks;
  const settings = {
    ...options.settings,
    get fallbacks() {
      return chains;
    },
  };
  const providers = await openProviders({ ...options, settings }, modelsText, host);
  const converser = await createConverser(await terminalPorts({ ...options, settings }, { host, providers }));
  const mistakes = [...converser.ensembles.diagnostics.values()]
    .flat()
    .map(({ file, start, message }) => `${file}:${start.line}:${start.column}: ${message}`);
  for (const mistake of mistakes) host.log.warn(mistake);
  if (!options.trust) await warnOfUntrusted(options, host.log);
  await warnOfCutOff(converser.undo.records, host.log);
  return {
    converser,
    approver,
    providers: providers.providers,
    mistakes,
    async resolveFallbacks(signal) {
      chains = await providers.chainsOf(chains, { models: converser.models, signal });
      return chains;
    },
  };
}
