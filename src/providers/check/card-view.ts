import type { ErrorData } from '../../converser/errors.ts';
import { numberText } from '../../converser/wording/numbers.ts';
import { type CapabilityCard, type ProbeName, type ProbeResult, probeNames } from './capability-card.ts';
import { checkCostText, conclusionText, probeTitles, secondsText, totalOf } from './card-text.ts';
import type { Checked, ProbeReport } from './check-model.ts';
import { bestContract, type ContractTrial } from './forge/contract-trial.ts';
import { formText, trialsText } from './forge/trial-text.ts';

/** A check in progress or done, as a surface shows it. */
export interface CardView {
  readonly label: string;
  readonly model: string;
  readonly conclusion: string;
  readonly isRunning: boolean;
  readonly rows: readonly CardRow[];
  readonly total: string;
  /** The contracts that were tried, the best one first. */
  readonly trials: readonly TrialRow[];
  /** Whether trying contracts could help. */
  readonly offersContracts: boolean;
}

export interface TrialRow {
  readonly title: string;
  readonly right: number;
  readonly of: number;
  readonly cost: string;
  readonly state: 'best' | 'running' | 'done';
}

export interface CardRow {
  readonly title: string;
  readonly state: ProbeResult['outcome'] | 'running' | 'waiting' | 'stopped';
  readonly finding: string;
  /** How long it took, such as `1.2 s`, and when the first byte came. Empty until then. */
  readonly time: string;
  readonly firstByte: string;
  readonly cost: string;
  /** Its time as a share of the longest, from 0 to 1. */
  readonly share: number;
}

export interface CheckInView {
  /** What is to be shown now. */
  readonly view: CardView;
  hear(report: ProbeReport): void;
  /** Shows how far the trials of contracts have come. */
  tryContracts(trials: readonly ContractTrial[], running: ContractTrial | undefined): void;
  end(checked: Checked): void;
}

/** Follows a check, so that it can be shown at any time. */
export function viewCheck(
  { label, model }: Pick<CardView, 'label' | 'model'>,
  before: readonly ProbeResult[] = [],
): CheckInView {
  const results: ProbeResult[] = [...before];
  let trials: readonly ContractTrial[] = [];
  let trying: ContractTrial | undefined;
  let running: ProbeName | undefined;
  let ended: Checked | undefined;
  return {
    get view() {
      const rows = rowsOf(results, { running, isOver: ended !== undefined });
      const total = `Total: ${checkCostText(totalOf({ probes: results }))}.`;
      const isRunning = ended === undefined;
      const conclusion = trying === undefined ? conclusionOf(ended) : 'Trying contracts…';
      const shown = trialRows(trials, { trying, isOver: !isRunning });
      const offersContracts = ended?.type === 'card' && ended.card.conclusions.tools !== 'native';
      return { label, model, conclusion, isRunning, rows, total, trials: shown, offersContracts };
    },
    hear(report) {
      running = report.type === 'probe-start' ? report.probe : undefined;
      if (report.type === 'probe-end') results.push(report.result);
    },
    tryContracts(all, now) {
      trials = all;
      trying = now;
    },
    end(checked) {
      running = undefined;
      trying = undefined;
      ended = checked;
      if (checked.type === 'card') trials = checked.card.contracts ?? [];
    },
  };
}

function trialRows(
  trials: readonly ContractTrial[],
  { trying, isOver }: { readonly trying: ContractTrial | undefined; readonly isOver: boolean },
): readonly TrialRow[] {
  const best = isOver ? bestContract(trials) : undefined;
  return trials.map(trial => {
    const { form, right, of, tokens, took } = trial;
    const cost =
      of === 0 ? '' : `${numberText(Math.round(tokens / of))} tokens, ${secondsText(took / of)} a case`;
    const state = trial === best ? 'best' : trial.form === trying?.form ? 'running' : 'done';
    return { title: formText(form), right, of, cost, state };
  });
}

/** When a model was checked and what came of it, in a few words. */
export function checkedText({ checked, conclusions }: CapabilityCard, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(checked)) / 86_400_000);
  const when = days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return `Checked ${when}. ${conclusionText(conclusions)}`;
}

function conclusionOf(ended: Checked | undefined): string {
  if (ended === undefined) return 'Checking…';
  if (ended.type === 'stopped') return stopped(ended.error);
  const { conclusions, contracts = [] } = ended.card;
  const tried = contracts.length > 0 && conclusions.tools === 'none' ? trialsText(contracts) : '';
  return tried === '' ? conclusionText(conclusions) : tried;
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
