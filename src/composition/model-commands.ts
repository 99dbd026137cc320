import { isLoopback } from '../converser/ground/addresses.ts';
import { errorData, errors } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { Model } from '../converser/words/models/provider.ts';
import { checkedText, viewCheck } from '../providers/check/card-view.ts';
import type { Checked, ProbeReport } from '../providers/check/check-model.ts';
import {
  type ContractCheckOptions,
  checkWithContracts,
  costOfCheck,
} from '../providers/check/check-with-contracts.ts';
import { presets } from '../providers/configured/presets.ts';
import { readProviders } from '../providers/configured/read-providers.ts';
import { vendorAddress } from '../providers/configured/server-addresses.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { inform, warn } from '../vscode/common/notices.ts';
import { settings, writeSettings } from '../vscode/common/vscode-settings.ts';
import type { CheckPorts, CheckRun } from '../vscode/models/check-model-command.ts';
import type { ProviderSettings } from '../vscode/models/connect/connect-ports.ts';
import type { ProviderCommandPorts } from '../vscode/models/model-provider-commands.ts';
import { removeProvider, saveProvider } from '../vscode/models/save-model-provider.ts';
import type { OwnModels } from './compose-models.ts';

export function checkPorts(
  { models, providers, cards }: OwnModels,
  { host: { clock, log }, panels }: { readonly host: Host; readonly panels: CheckPorts['panels'] },
): CheckPorts {
  const definitionOf = ({ provider }: Pick<Model, 'provider'>) =>
    providers.definitions.find(({ id }) => id === provider);

  async function checkAndKeep(
    model: Model,
    run: Omit<ContractCheckOptions, 'clock' | 'random'>,
  ): Promise<Checked> {
    const subject = await providers.subject(model, run.signal);
    if (subject === undefined)
      return { type: 'stopped', error: errorData(errors.modelNotFound(modelReference(model))) };
    const checked = await checkWithContracts(subject.model, { clock, random: Math.random, ...run });
    if (checked.type === 'stopped') return checked;
    await cards.write(subject.checked, checked.card);
    providers.learn();
    return checked;
  }

  const isFree = (model: Model) => {
    const definition = definitionOf(model);
    const isHere =
      definition !== undefined && isLoopback(definition.baseUrl ?? vendorAddress(definition.kind));
    return isHere && (model.price === undefined || model.price.input + model.price.output === 0);
  };

  async function check(model: Model, { signal, contracts, show }: CheckRun): Promise<void> {
    const reference = modelReference(model);
    const progress = viewCheck({ label: model.label, model: reference });
    show(progress.view);
    const onProbe = (report: ProbeReport) => {
      progress.hear(report);
      // The next probe starts at once, and the page need not be made twice.
      if (report.type === 'probe-start') show(progress.view);
    };
    const onCase = (at: number, most: number) => {
      progress.tryContracts(at, most);
      show(progress.view);
    };
    // Whatever goes wrong, the card must not show forever that the check is running.
    const checked = await checkAndKeep(model, { signal, contracts, onProbe, onCase }).catch(
      (cause): Checked => ({ type: 'stopped', error: errorData(cause) }),
    );
    if (checked.type === 'stopped') log.info(`The check of ${reference} stopped: ${checked.error.message}`);
    progress.end(checked);
    show(progress.view);
  }

  return {
    panels,
    current: () => settings.model,
    async models(signal) {
      const known = (await models.models(signal)).filter(model => definitionOf(model) !== undefined);
      if (known.length > 0) return known;
      // Before the first listing of this window, no models are known.
      const refreshed = await providers.refresh(signal);
      return refreshed.flatMap(({ outcome }) => ('code' in outcome ? [] : outcome));
    },
    costOf: (model, what) => (isFree(model) ? undefined : costOfCheck(what)),
    last(model) {
      const checked = providers.identify(model);
      const card = checked && cards.read(checked);
      return card === undefined ? '' : checkedText(card, clock.now());
    },
    check,
  };
}

export function providerCommandPorts(
  { providers, keys, tryProvider }: OwnModels,
  ask: AskUser,
): ProviderCommandPorts {
  return {
    connect: {
      ask,
      notices: {
        inform: message => void inform(message),
        warn: async (message, button) => (await warn(message, button)) === button,
      },
      providers: providerSettings(() => providers.definitions),
      keys,
      tryProvider,
      chooseModel: writeSettings.model,
    },
    refresh: providers.refresh,
  };
}

function providerSettings(connected: ProviderSettings['connected']): ProviderSettings {
  return {
    connected,
    wellKnown: presets.filter(({ needsKey }) => needsKey),
    read(id, entry) {
      const { providers, problems } = readProviders({ [id]: entry });
      return providers[0] ?? { problem: problems[0]?.message ?? 'This entry defines no model provider.' };
    },
    async discover(signal) {
      const { discoverProviders } = await import('./discover-providers.ts');
      return discoverProviders({ signal });
    },
    save: saveProvider,
    remove: removeProvider,
  };
}
