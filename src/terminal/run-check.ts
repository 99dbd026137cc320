import type { Host } from '../converser/host.ts';
import type { Model } from '../converser/models/provider.ts';
import { countText } from '../converser/wording/numbers.ts';
import type { CapabilityCard } from '../providers/check/capability-card.ts';
import type { ProbeReport } from '../providers/check/check-model.ts';
import { checkModel } from '../providers/check/check-model.ts';
import { findBestContract } from '../providers/check/find-best-contract.ts';
import { type ForgeOptions, forgeCost } from '../providers/check/forge/try-contracts.ts';
import { checkCost } from '../providers/check/probes.ts';
import type { CheckOptions } from './command-line/command-line.ts';
import { connectProvider } from './models/connect-provider.ts';
import { continued, inOneLine } from './render/printable.ts';
import { renderCard, renderProgress } from './render/render-card.ts';
import { openCards } from './state/card-file.ts';

/** Checks a model, shows its card and stores it. Resolves to the exit code: 0 if the model can call tools. */
export async function runCheck(
  { server, id, json, contracts }: CheckOptions,
  host: Host,
  signal: AbortSignal,
): Promise<number> {
  const cards = await openCards(host.log);
  const subject = await connectProvider(server, { ...host, cards }).subject(id, signal);
  const { requests, input, output } = checkCost;
  const most = `${countText(requests, 'request')} and about ${countText(input + output, 'token')}`;
  process.stderr.write(`Checking ${inOneLine(subject.model.label)} with at most ${most}.\n`);
  const checked = await checkModel(subject.model, {
    clock: host.clock,
    random: Math.random,
    signal,
    onProbe: showProgress,
  });
  if (checked.type === 'stopped') {
    process.stderr.write(`converse: ${continued(checked.error.message)}\n`);
    return 1;
  }
  const card = contracts
    ? await withBestContract(checked.card, subject.model, { clock: host.clock, signal })
    : checked.card;
  await cards.write(subject.checked, card);
  process.stdout.write(json ? `${JSON.stringify(card)}\n` : renderCard(card));
  return card.conclusions.tools === 'none' ? 1 : 0;
}

/** Tries contracts, unless the model calls tools natively. If that stops, the card says so as before. */
async function withBestContract(
  card: CapabilityCard,
  model: Model,
  ports: Pick<ForgeOptions, 'clock' | 'signal'>,
): Promise<CapabilityCard> {
  if (card.conclusions.tools === 'native') {
    process.stderr.write('The model calls tools natively, so it needs no contract.\n');
    return card;
  }
  process.stderr.write(`Trying contracts with at most ${countText(forgeCost.requests, 'request')}.\n`);
  const forged = await findBestContract(card, model, {
    ...ports,
    onCase(at, most) {
      if (at % 20 === 0) process.stderr.write(`  Case ${at} of at most ${most}\n`);
    },
  });
  if (forged.type === 'card') return forged.card;
  process.stderr.write(`converse: ${continued(forged.error.message)}\n`);
  return card;
}

function showProgress(report: ProbeReport): void {
  if (report.type === 'probe-end') process.stderr.write(`${renderProgress(report.result)}\n`);
}
