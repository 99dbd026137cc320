import { isLoopback } from '../converser/addresses.ts';
import { errorData, errors } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import { modelReference } from '../converser/models/model-reference.ts';
import type { Model } from '../converser/models/provider.ts';
import type { CapabilityCard } from '../providers/check/capability-card.ts';
import type { CheckedModel } from '../providers/check/card-memory.ts';
import { conclusionText } from '../providers/check/card-text.ts';
import { type CheckInView, checkedText, viewCheck } from '../providers/check/card-view.ts';
import {
  type Checked,
  type CheckOptions,
  checkModel,
  type ProbeReport,
} from '../providers/check/check-model.ts';
import { findBestContract } from '../providers/check/find-best-contract.ts';
import { forgeCost } from '../providers/check/forge/try-contracts.ts';
import { checkCost } from '../providers/check/probes.ts';
import { asOwnCard, largestCard, readSharedCard, sharedCardText } from '../providers/check/shared-card.ts';
import { vendorAddress } from '../providers/configured/addresses.ts';
import { presets } from '../providers/configured/presets.ts';
import { readProviders } from '../providers/configured/read-providers.ts';
import type { CardPanels } from '../vscode/models/check/check-card-panels.ts';
import type { CheckPorts, CheckRun } from '../vscode/models/check/check-command.ts';
import type { SharePorts } from '../vscode/models/check/share-card.ts';
import type { ProviderSettings } from '../vscode/models/connect/connect-ports.ts';
import type { ProviderCommandPorts } from '../vscode/models/model-provider-commands.ts';
import { removeProvider, saveProvider } from '../vscode/models/save-model-provider.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import { inform, warn } from '../vscode/window/notices.ts';
import { readSettings, writeSettings } from '../vscode/window/settings.ts';
import type { OwnModels } from './compose-models.ts';

interface Forging extends Pick<CheckRun, 'signal' | 'show'> {
  readonly progress: CheckInView;
}

/** What the check of a model works with. */
export function checkPorts(
  { models, providers, records: { cards } }: OwnModels,
  { host: { clock, log }, panels }: { readonly host: Host; readonly panels: CardPanels },
): CheckPorts & SharePorts {
  const definitionOf = ({ provider }: Pick<Model, 'provider'>) =>
    providers.definitions.find(({ id }) => id === provider);

  async function checkAndKeep(model: Model, run: Pick<CheckOptions, 'signal' | 'onProbe'>): Promise<Checked> {
    const subject = await providers.subject(model, run.signal);
    if (subject === undefined)
      return { type: 'stopped', error: errorData(errors.modelNotFound(modelReference(model))) };
    const checked = await checkModel(subject.model, { clock, random: Math.random, ...run });
    if (checked.type === 'card') await keep(subject.checked, checked.card);
    return checked;
  }

  async function keep(checked: CheckedModel, card: CapabilityCard): Promise<void> {
    await cards.write(checked, card);
    providers.learn();
  }

  async function forge(model: Model, { signal, progress, show }: Forging): Promise<Checked> {
    const subject = await providers.subject(model, signal);
    const card = subject && cards.read(subject.checked);
    if (subject === undefined || card === undefined)
      return { type: 'stopped', error: errorData(errors.modelNotFound(modelReference(model))) };
    const forged = await findBestContract(card, subject.model, {
      clock,
      signal,
      onCase(trials, running) {
        progress.tryContracts(trials, running);
        show(progress.view);
      },
    });
    if (forged.type === 'card') await keep(subject.checked, forged.card);
    return forged;
  }

  const isFree = (model: Model) => {
    const definition = definitionOf(model);
    const isHere =
      definition !== undefined && isLoopback(definition.baseUrl ?? vendorAddress(definition.kind));
    return isHere && (model.price === undefined || model.price.input + model.price.output === 0);
  };

  async function check(model: Model, { signal, show }: CheckRun): Promise<void> {
    const reference = modelReference(model);
    const progress = viewCheck({ label: model.label, model: reference });
    show(progress.view);
    const onProbe = (report: ProbeReport) => {
      progress.hear(report);
      // The next probe starts at once, and the page need not be made twice.
      if (report.type === 'probe-start') show(progress.view);
    };
    // Whatever goes wrong, the card must not say for ever that the check is running.
    const checked = await checkAndKeep(model, { signal, onProbe }).catch(
      (cause): Checked => ({ type: 'stopped', error: errorData(cause) }),
    );
    if (checked.type === 'stopped') log.info(`The check of ${reference} stopped: ${checked.error.message}`);
    progress.end(checked);
    show(progress.view);
  }

  return {
    panels,
    current: readSettings.model,
    async models(signal) {
      const known = (await models.models(signal)).filter(model => definitionOf(model) !== undefined);
      if (known.length > 0) return known;
      // Before the first listing of this window none are known, however many there are.
      const refreshed = await providers.refresh(signal);
      return refreshed.flatMap(({ outcome }) => ('code' in outcome ? [] : outcome));
    },
    costOf: model => (isFree(model) ? undefined : checkCost),
    cardOf(model) {
      const known = providers.identify(model);
      return known && cards.read(known);
    },
    sharedCards: { text: sharedCardText, read: readSharedCard, largest: largestCard },
    conclusionOf: ({ conclusions }) => conclusionText(conclusions),
    async keepCard(model, card) {
      const known = providers.identify(model);
      if (known === undefined) throw errors.modelNotFound(modelReference(model));
      const { label } = model;
      await keep(known, asOwnCard(card, { model: modelReference(model), label, now: clock.now() }));
    },
    contractsCostOf: model => (isFree(model) ? undefined : forgeCost),
    async tryContracts(model, { signal, show }) {
      const known = providers.identify(model);
      let card = known && cards.read(known);
      if (card === undefined) {
        await check(model, { signal, show });
        card = known && cards.read(known);
      }
      if (card === undefined || card.conclusions.tools === 'native') return;
      const reference = modelReference(model);
      const progress = viewCheck({ label: model.label, model: reference }, card.probes);
      const forged = await forge(model, { signal, progress, show }).catch(
        (cause): Checked => ({ type: 'stopped', error: errorData(cause) }),
      );
      if (forged.type === 'stopped')
        log.info(`Trying contracts with ${reference} stopped: ${forged.error.message}`);
      progress.end(forged);
      show(progress.view);
    },
    last(model) {
      const checked = providers.identify(model);
      const card = checked && cards.read(checked);
      return card === undefined ? '' : checkedText(card, clock.now());
    },
    check,
  };
}

/** What commands about model providers work with. */
export function providerCommandPorts(
  { providers, keys, records: { facts }, tryProvider }: OwnModels,
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
    factsFile: facts.ready,
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
