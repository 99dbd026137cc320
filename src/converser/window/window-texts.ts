import { tokenCountText } from '../spending/spending-text.ts';
import { numberText } from '../wording/numbers.ts';
import { shareUsed, type WindowMeasure, type WindowParts, windowState } from './window-measure.ts';

/** `≈ 4.1k of 112k tokens (3 %), 16.0k more kept for the reply`; without a share where the window is not known. */
function windowText(measure: WindowMeasure): string {
  const { window, reserved, total, isEstimate } = measure;
  const share = shareUsed(measure);
  const used = `${isEstimate ? '≈ ' : ''}${tokenCountText(total)}`;
  if (window === undefined || share === undefined) return `${used} tokens, of a window that is not known`;
  const kept = reserved === 0 ? '' : `, ${tokenCountText(reserved)} more kept for the reply`;
  return `${used} of ${tokenCountText(window - reserved)} tokens (${shareText(share)})${kept}`;
}

/** All the figures in a line, the tools by ensemble. What has none is left out. */
export function windowLine(measure: WindowMeasure): string {
  const parts = rowsOf(measure.parts).map(({ label, tokens }) => `${label} ${tokenCountText(tokens)}`);
  return `Window: ${windowText(measure)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

export interface WindowRow {
  readonly label: string;
  readonly tokens: number;
}

/** The parts that have any tokens, in the order in which models read them. */
function rowsOf({ instructions, tools, ...said }: WindowParts): readonly WindowRow[] {
  const rows: readonly WindowRow[] = [
    { label: 'instructions', tokens: instructions },
    ...tools.map(({ ensemble, tokens }) => ({
      label: ensemble === '' ? 'tools' : `tools of ${ensemble}`,
      tokens,
    })),
    { label: 'messages and calls', tokens: said.history },
    { label: 'attachments', tokens: said.attachments },
    { label: 'results', tokens: said.results },
    { label: 'reasoning', tokens: said.reasoning },
  ];
  return rows.filter(({ tokens }) => tokens > 0);
}

/** Warns of a request that may not fit, or leaves little room for its reply. */
export function tooLongText({ total, window = 0, reserved }: WindowMeasure, label: string): string {
  const size = `The request has about ${numberText(total)} tokens`;
  const remedy = 'Start a new conversation, attach less, or switch off tools that you don’t need.';
  return total > window
    ? `${size}, but ${label} takes only ${numberText(window)}, so it may be refused. ${remedy}`
    : `${size} of the ${numberText(window)} that ${label} takes. Less than ${numberText(reserved)} are left for the reply, which may be cut off. ${remedy}`;
}

/** Says that little is left; nothing where that is not so, or more would already be too much. */
export function nearText(measure: WindowMeasure): string | undefined {
  if (windowState(measure) !== 'near') return undefined;
  return `This request takes ${shareText(shareUsed(measure) ?? 0)} of what fits into one. Start a new conversation soon, or switch off tools that you don’t need.`;
}

/** `4 %`, `< 1 %`. */
function shareText(share: number): string {
  return share > 0 && share < 0.01 ? '< 1 %' : `${Math.floor(share * 100)} %`;
}
