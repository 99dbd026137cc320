import type { Host } from '../converser/ground/host.ts';
import { countText } from '../converser/ground/wording/numbers.ts';
import type { ProbeReport } from '../providers/check/check-model.ts';
import { checkWithContracts, costOfCheck } from '../providers/check/check-with-contracts.ts';
import type { CheckOptions } from './command-line/command-line.ts';
import { connectProvider, openCards } from './models/connect-provider.ts';
import { continued, inOneLine } from './render/printable.ts';
import { renderCard, renderProgress } from './render/render-card.ts';

/** Also stores the card. Resolves to the exit code: 0 if the model can call tools. */
export async function runCheck(
  { server, id, json, contracts }: CheckOptions,
  host: Host,
  signal: AbortSignal,
): Promise<number> {
  const cards = await openCards(host.log);
  const subject = await connectProvider(server, { ...host, cards }).subject(id, signal);
  const { requests, input, output } = costOfCheck({ contracts });
  const most = `${countText(requests, 'request')} and about ${countText(input + output, 'token')}`;
  process.stderr.write(`Checking ${inOneLine(subject.model.label)} with at most ${most}.\n`);
  const checked = await checkWithContracts(subject.model, {
    clock: host.clock,
    random: Math.random,
    signal,
    contracts,
    onProbe: showProgress,
    onCase(at, of) {
      if (at % 20 === 0) process.stderr.write(`Contracts: case ${at} of at most ${of}\n`);
    },
  });
  if (checked.type === 'stopped') {
    process.stderr.write(`converse: ${continued(checked.error.message)}\n`);
    return 1;
  }
  const { card } = checked;
  await cards.write(subject.checked, card);
  process.stdout.write(json ? `${JSON.stringify(card)}\n` : renderCard(card));
  return card.conclusions.tools === 'none' ? 1 : 0;
}

function showProgress(report: ProbeReport): void {
  if (report.type === 'probe-end') process.stderr.write(`${renderProgress(report.result)}\n`);
}
