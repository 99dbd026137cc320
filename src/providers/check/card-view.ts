import type { ErrorData } from '../../converser/ground/errors.ts';
import { type KeptCard, type ProbeName, type ProbeResult, probeNames } from './capability-card.ts';
import { checkCostText, conclusionText, probeTitles, secondsText, totalOf } from './card-text.ts';
import type { Checked, ProbeReport } from './check-model.ts';
import { trialText } from './forge/trial-text.ts';

export interface CardView {
  readonly label: string;
  readonly model: string;
  readonly conclusion: string;
  readonly isRunning: boolean;
  readonly rows: readonly CardRow[];
  readonly total: string;
  readonly offersContracts: boolean;
}

export interface CardRow {
  readonly title: string;
  readonly state: ProbeResult['outcome'] | 'running' | 'waiting' | 'stopped';
  readonly finding: string;
  readonly time: string;
  readonly firstByte: string;
  readonly cost: string;
  readonly share: number;
}

export interface CheckInView {
  readonly view: CardView;
  hear(report: ProbeReport): void;
  tryContracts(at: number, most: number): void;
  end(checked: Checked): void;
}

export function viewCheck({ label, model }: Pick<CardView, 'label' | 'model'>): CheckInView {
  const results: ProbeResult[] = [];
  let going = 'Checking…';
  let running: ProbeName | undefined;
  let ended: Checked | undefined;
  return {
    get view() {
      const rows = rowsOf(results, { running, isOver: ended !== undefined });
      const total = `Total: ${checkCostText(totalOf({ probes: results }))}.`;
      const isRunning = ended === undefined;
      const conclusion = ended === undefined ? going : conclusionOf(ended);
      const offersContracts = ended?.type === 'card' && ended.card.conclusions.tools !== 'native';
      return { label, model, conclusion, isRunning, rows, total, offersContracts };
    },
    hear(report) {
      running = report.type === 'probe-start' ? report.probe : undefined;
      if (report.type === 'probe-end') results.push(report.result);
    },
    tryContracts(at, most) {
      going = `Trying contracts: case ${at} of at most ${most}…`;
    },
    end(checked) {
      running = undefined;
      ended = checked;
    },
  };
}

export function checkedText({ checked, conclusions }: KeptCard, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(checked)) / 86_400_000);
  const when = days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return `Checked ${when}. ${conclusionText(conclusions)}`;
}

function conclusionOf(ended: Checked): string {
  if (ended.type === 'stopped') return stopped(ended.error);
  const { conclusions, bestContract } = ended.card;
  return bestContract !== undefined && conclusions.tools === 'none'
    ? trialText(bestContract)
    : conclusionText(conclusions);
}

function stopped({ code, message }: ErrorData): string {
  return code === 'cancelled' ? 'Check stopped. No results were saved.' : `The check failed: ${message}`;
}

function rowsOf(
  results: readonly ProbeResult[],
  { running, isOver }: { readonly running: ProbeName | undefined; readonly isOver: boolean },
): readonly CardRow[] {
  const longest = Math.max(1, ...results.map(({ took }) => took));
  return probeNames.map(probe => {
    const title = probeTitles[probe];
    const result = results.find(each => each.probe === probe);
    if (result === undefined) {
      const state = isOver ? 'stopped' : probe === running ? 'running' : 'waiting';
      return { title, state, finding: '', time: '', firstByte: '', cost: '', share: 0 };
    }
    const { outcome: state, finding, took, firstByte } = result;
    const isMade = state !== 'skipped';
    return {
      title,
      state,
      finding,
      time: isMade ? secondsText(took) : '',
      firstByte: firstByte === undefined ? '' : secondsText(firstByte),
      cost: isMade ? checkCostText(result) : '',
      share: took / longest,
    };
  });
}
