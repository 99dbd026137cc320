import type { CardRow, CardView } from '../../providers/check/card-view.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';

export function cardHtml(view: CardView): string {
  const { label, model, conclusion, isRunning, rows, total, offersContracts } = view;
  const again = `command:${commands.checkModel}?${encodeURIComponent(JSON.stringify([model]))}`;
  const actions = isRunning
    ? ''
    : `<p class="actions"><a href="${escaped(again)}">Check Again</a>${offersContracts ? ` <a href="${escaped(contractsLink(model))}">Find the Best Contract…</a>` : ''} <a href="command:${commands.editModels}">Override…</a></p>`;
  return `<h1>${escaped(label)}</h1>
      <p class="model">${escaped(model)}</p>
      <p class="conclusion">${escaped(conclusion)}</p>
      ${actions}
      <table>
        <caption>${escaped(total)}</caption>
        <thead>
          <tr><th scope="col">Probe</th><th scope="col">Outcome</th><th scope="col">Finding</th><th scope="col">Time</th></tr>
        </thead>
        <tbody>
          ${rows.map(rowHtml).join('\n          ')}
        </tbody>
      </table>`;
}

function contractsLink(model: string): string {
  return `command:${commands.checkModel}?${encodeURIComponent(JSON.stringify([model, 'contracts']))}`;
}

const shown: Readonly<Record<CardRow['state'], { readonly icon: string; readonly word: string }>> = {
  passed: { icon: 'pass', word: 'Passed' },
  failed: { icon: 'error', word: 'Failed' },
  skipped: { icon: 'dash', word: 'Skipped' },
  running: { icon: 'loading', word: 'Running' },
  waiting: { icon: 'circle-outline', word: 'Waiting' },
  stopped: { icon: 'circle-slash', word: 'Not run' },
};

function rowHtml({ title, state, finding, time, firstByte, cost, share }: CardRow): string {
  const { icon, word } = shown[state];
  const spins = state === 'running' ? ' codicon-modifier-spin' : '';
  return `<tr>
            <th scope="row">${escaped(title)}</th>
            <td class="state ${state}"><span class="codicon codicon-${icon}${spins}" aria-hidden="true"></span> ${word}</td>
            <td class="finding">${escaped(finding)}</td>
            <td class="time">${time === '' ? '' : timeHtml({ firstByte, cost, share })}</td>
          </tr>`;
}

/** The bar repeats the text beside it. Its length is an attribute, because the policy forbids inline styles. */
function timeHtml({ firstByte, cost, share }: Pick<CardRow, 'firstByte' | 'cost' | 'share'>): string {
  const first = firstByte === '' ? '' : `<br>first byte in ${unbroken(firstByte)}`;
  const width = Math.max(1, Math.round(share * 100));
  return `<svg class="bar" aria-hidden="true" focusable="false"><rect width="${width}%" height="100%" rx="2"/></svg>
              ${unbroken(cost)}${first}`;
}

/** Keeps a number and its unit on one line. */
function unbroken(text: string): string {
  return escaped(text).replaceAll(/(?<=\d) /g, '&nbsp;');
}
