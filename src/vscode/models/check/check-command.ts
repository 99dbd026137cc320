import * as vscode from 'vscode';
import { errors } from '../../../converser/errors.ts';
import { modelReference } from '../../../converser/models/model-roster.ts';
import type { Model, Usage } from '../../../converser/models/provider.ts';
import { costOf } from '../../../converser/spending/spending.ts';
import { costText } from '../../../converser/spending/spending-text.ts';
import { numberText } from '../../../converser/wording/numbers.ts';
import type { CheckInView } from '../../../providers/check/card-view.ts';
import type { Checked, ProbeReport } from '../../../providers/check/check-model.ts';
import { withSignal } from '../../window/abort-signal.ts';
import { withoutIcons, withoutLinks } from '../../window/markdown.ts';
import { inform } from '../../window/notices.ts';
import type { CardPanels } from './check-card-panels.ts';

export interface CheckPorts {
  /** The models that can be checked. */
  readonly models: (signal: AbortSignal) => Promise<readonly Model[]>;
  /** `provider/id` of the one in use. */
  readonly current: () => string;
  /** Checks the model and stores the results. */
  readonly check: (model: Model, options: CheckRun) => Promise<Checked>;
  readonly view: (of: { readonly label: string; readonly model: string }) => CheckInView;
  /** The last results in a few words; empty if there are none. */
  readonly last: (model: Model) => string;
  /** The most that a check may use. Tokens are estimated. */
  readonly cost: Required<Pick<Usage, 'requests' | 'input' | 'output'>>;
  /** Whether its requests are free because it runs on this machine. */
  readonly isFree: (model: Model) => boolean;
  readonly panels: CardPanels;
}

export interface CheckRun {
  readonly signal: AbortSignal;
  readonly onProbe: (report: ProbeReport) => void;
}

/** “Check Model…”. `given` is the model's `provider/id`, if the caller knows it. */
export async function checkCommand(ports: CheckPorts, given?: unknown): Promise<void> {
  const models = await ports.models(AbortSignal.timeout(10_000));
  const model = typeof given === 'string' ? named(models, given) : await pickModel(models, ports);
  if (model === undefined || !(await mayCost(model, ports))) return;
  const { panels, view } = ports;
  const following = view({ label: model.label, model: modelReference(model) });
  panels.show(following.view);
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(`Checking ${model.label}`),
      cancellable: true,
    },
    (progress, token) =>
      withSignal(token, async signal => {
        const checked = await ports.check(model, {
          signal,
          onProbe(report) {
            following.hear(report);
            const row = following.view.rows.find(({ state }) => state === 'running');
            if (row !== undefined) progress.report({ message: row.title });
            panels.update(following.view);
          },
        });
        following.end(checked);
        panels.update(following.view);
      }),
  );
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

/** Asks for consent to the cost. A model on this machine is free. */
async function mayCost(model: Model, { isFree, cost }: CheckPorts): Promise<boolean> {
  if (isFree(model)) return true;
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

function checkCostText(cost: CheckPorts['cost'], { price }: Model): string {
  const tokens = numberText(cost.input + cost.output);
  const money =
    price === undefined ? 'You may be charged.' : `At most about ${costText(costOf(cost, price))}.`;
  return `Sends up to ${cost.requests} requests (about ${tokens} tokens). ${money}`;
}
