import { styleText } from 'node:util';
import type { CapabilityCard, ProbeResult } from '../../providers/check/capability-card.ts';
import {
  checkCostText,
  conclusionText,
  probeTitles,
  secondsText,
  totalOf,
} from '../../providers/check/card-text.ts';
import { trialText } from '../../providers/check/forge/trial-text.ts';
import { inOneLine, printable } from './printable.ts';

type Outcome = ProbeResult['outcome'];

const signs: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', skipped: '–' };
const colours = { passed: 'green', failed: 'red', skipped: 'gray' } as const;

export function renderCard(card: CapabilityCard): string {
  const rows = card.probes.map(result => {
    const title = probeTitles[result.probe].padEnd(titleWidth);
    const cost = result.outcome === 'skipped' ? '' : `\n${indent}${costOf(result)}`;
    return `${signOf(result)} ${title}  ${printable(result.finding)}${cost}`;
  });
  const heading = styleText('bold', inOneLine(`${card.label} (${card.model})`), { stream: process.stdout });
  return [
    heading,
    conclusionText(card.conclusions),
    '',
    ...rows,
    '',
    `Total: ${checkCostText(totalOf(card))}.`,
    '',
    ...(card.bestContract ? [trialText(card.bestContract), ''] : []),
  ].join('\n');
}

export function renderProgress(result: ProbeResult): string {
  return `${signOf(result)} ${probeTitles[result.probe]}`;
}

const titleWidth = Math.max(...Object.values(probeTitles).map(({ length }) => length));
const indent = ' '.repeat(titleWidth + 4);

function signOf({ outcome }: ProbeResult): string {
  return styleText(colours[outcome], signs[outcome], { stream: process.stdout });
}

function costOf(result: ProbeResult): string {
  const { firstByte } = result;
  return firstByte === undefined
    ? checkCostText(result)
    : `first byte in ${secondsText(firstByte)}, ${checkCostText(result)}`;
}
