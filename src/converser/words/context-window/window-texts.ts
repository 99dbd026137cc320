import { numberText, tokenCountText } from '../../ground/wording/numbers.ts';
import { type EnsembleTokens, shareUsed, type WindowMeasure, windowState } from './window-measure.ts';

export function windowText(measure: WindowMeasure): string {
  const { window, reserved, total, isEstimate } = measure;
  const share = shareUsed(measure);
  const used = `${isEstimate ? '≈ ' : ''}${tokenCountText(total)}`;
  if (window === undefined || share === undefined) return `${used} tokens, size not known`;
  const kept = reserved === 0 ? '' : `, ${tokenCountText(reserved)} more kept for the reply`;
  return `${used} of ${tokenCountText(window - reserved)} tokens (${shareText(share)})${kept}`;
}

export function windowLine(measure: WindowMeasure): string {
  const { instructions, tools, history, attachments, results, reasoning } = measure.parts;
  const parts = [
    partText('instructions', instructions),
    toolsText(tools),
    partText('messages and calls', history),
    partText('attachments', attachments),
    partText('results', results),
    partText('reasoning', reasoning),
  ];
  return `Window: ${windowText(measure)} · ${parts.filter(Boolean).join(', ')}`;
}

function partText(label: string, tokens: number): string {
  return tokens === 0 ? '' : `${label} ${tokenCountText(tokens)}`;
}

const mostNamed = 3;

function toolsText(tools: readonly EnsembleTokens[]): string {
  const all = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const named = tools.slice(0, mostNamed).filter(({ ensemble }) => ensemble !== '');
  const texts = named.map(({ ensemble, tokens }) => partText(ensemble, tokens));
  if (tools.length > named.length) texts.push('…');
  return `${partText('tools', all)}${named.length === 0 ? '' : ` (${texts.join(', ')})`}`;
}

export function tooLongText({ total, window = 0, reserved }: WindowMeasure, label: string): string {
  const size = `The request has about ${numberText(total)} tokens`;
  const remedy = 'Start a new conversation, attach less, or switch off tools that you don’t need.';
  return total > window
    ? `${size}, but ${label} takes only ${numberText(window)}, so it may be refused. ${remedy}`
    : `${size} of the ${numberText(window)} that ${label} takes. Less than ${numberText(reserved)} are left for the reply, which may be cut off. ${remedy}`;
}

export function nearText(measure: WindowMeasure): string | undefined {
  if (windowState(measure) !== 'near') return undefined;
  return `This request takes ${shareText(shareUsed(measure) ?? 0)} of what fits into one. Start a new conversation soon, or switch off tools that you don’t need.`;
}

export function shareText(share: number): string {
  return share > 0 && share < 0.01 ? '< 1 %' : `${Math.floor(share * 100)} %`;
}
