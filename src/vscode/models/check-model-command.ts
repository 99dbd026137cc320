import * as vscode from 'vscode';
import { errors } from '../../converser/ground/errors.ts';
import { numberText } from '../../converser/ground/wording/numbers.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model, Usage } from '../../converser/words/models/provider.ts';
import { costOf } from '../../converser/words/spending/spending.ts';
import { costText } from '../../converser/words/spending/spending-text.ts';
import type { CardView } from '../../providers/check/card-view.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import { inform } from '../common/notices.ts';
import { createReportTabs, type ReportTabs } from '../common/report-tab.ts';
import { withProgress } from '../common/with-progress.ts';
import { cardHtml } from './check-card-html.ts';

export interface CheckPorts {
  readonly models: (signal: AbortSignal) => Promise<readonly Model[]>;
  /** `provider/id`. */
  readonly current: () => string;
  readonly last: (model: Model) => string;
  /** Estimates the most that a check may use; `undefined` says that the model runs here, free of charge. */
  readonly costOf: (
    model: Model,
    what: Pick<CheckRun, 'contracts'>,
  ) => Required<Pick<Usage, 'requests' | 'input' | 'output'>> | undefined;
  readonly check: (model: Model, options: CheckRun) => Promise<void>;
  readonly panels: Pick<ReportTabs<CardView>, 'show' | 'update'>;
}

export interface CheckRun {
  readonly contracts: boolean;
  readonly signal: AbortSignal;
  readonly show: (view: CardView) => void;
}

/** `given` is the model's `provider/id`, if the caller knows it; with `contracts`, those are tried, too. */
export async function checkCommand(ports: CheckPorts, given?: unknown, also?: unknown): Promise<void> {
  const contracts = also === 'contracts';
  const models = await ports.models(AbortSignal.timeout(10_000));
  const model = typeof given === 'string' ? named(models, given) : await pickModel(models, ports);
  if (model === undefined || !(await mayCost(model, ports.costOf(model, { contracts })))) return;
  const { panels } = ports;
  let show = panels.show;
  await withProgress(`Checking ${model.label}`, (signal, tell) =>
    ports.check(model, {
      contracts,
      signal,
      show(view) {
        show(view);
        // A tab that was closed stays closed.
        show = panels.update;
        const row = view.rows.find(({ state }) => state === 'running');
        tell(row?.title ?? view.conclusion);
      },
    }),
  );
}

export function createCardPanels(extensionUri: vscode.Uri): ReportTabs<CardView> {
  return createReportTabs(extensionUri, {
    kind: 'converser.card',
    links: [commands.checkModel, commands.editModels],
    keyOf: ({ model }) => model,
    titleOf: ({ label }) => `Check: ${label}`,
    html: cardHtml,
  });
}

function named(models: readonly Model[], reference: string): Model {
  const model = models.find(each => modelReference(each) === reference);
  if (model === undefined) throw errors.modelNotFound(reference);
  return model;
}

async function pickModel(
  models: readonly Model[],
  { current, last }: CheckPorts,
): Promise<Model | undefined> {
  if (models.length === 0) {
    void inform('There are no models to check. Add some with “Converser: Connect to Models…”.');
    return undefined;
  }
  const items = models.map(model => ({
    label: withoutIcons(model.label),
    description: modelReference(model),
    detail: last(model),
    model,
  }));
  const isCurrent = ({ description }: { readonly description: string }) => description === current();
  items.sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Check Model',
    placeHolder: 'Select a model to check',
    matchOnDescription: true,
  });
  return picked?.model;
}

async function mayCost(model: Model, cost: ReturnType<CheckPorts['costOf']>): Promise<boolean> {
  if (cost === undefined) return true;
  const check = 'Check';
  const answer = await vscode.window.showInformationMessage(
    `Check ${model.label}?`,
    {
      modal: true,
      detail: checkCostText(cost, model),
    },
    check,
  );
  return answer === check;
}

function checkCostText(cost: NonNullable<ReturnType<CheckPorts['costOf']>>, { price }: Model): string {
  const tokens = numberText(cost.input + cost.output);
  // All input may be written to a cache.
  const usage = { ...cost, written: cost.input };
  const money =
    price === undefined ? 'You may be charged.' : `At most about ${costText(costOf(usage, price))}.`;
  return `Sends up to ${cost.requests} requests (about ${tokens} tokens). ${money}`;
}
