import type { Report, Section } from '../../gateway/doctor/examine.ts';
import type { Finding, Remedy } from '../../gateway/doctor/finding.ts';
import { ensemblesViewId } from '../activation-ids.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';

type RemedyLink = readonly [command: string, label: string, argument?: string];

const remedies: Readonly<Record<NonNullable<Remedy['action']>, RemedyLink>> = {
  'start-gateway': [commands.startGateway, 'Start Gateway'],
  'restart-gateway': [commands.manageGateway, 'Restart Gateway', 'restart'],
  'change-port': [commands.manageGateway, 'Change Port', 'change-port'],
  'connect-models': [commands.connectToModels, 'Connect to Models…'],
  'choose-model': [commands.chooseModel, 'Choose Model…'],
  'set-api-key': [commands.setApiKey, 'Set API Key…'],
  'show-ensembles': [`${ensemblesViewId}.focus`, 'Show Ensembles'],
  'add-to-program': [commands.addToProgram, 'Add Converser to…'],
};

/** The page's links may run these commands alone. */
export const doctorLinks: readonly string[] = [
  commands.doctor,
  ...Object.values(remedies).map(([command]) => command),
];

export function doctorHtml({ sections, isRunning, conclusion }: Report): string {
  const actions = isRunning
    ? ''
    : `<p class="actions">${link(commands.doctor, 'Check Again')} ${link(commands.doctor, 'Copy Report', 'copy')}</p>`;
  return `<h1>Converser: Doctor</h1>
      <p class="conclusion" role="status">${escaped(conclusion)}</p>
      ${actions}
      ${sections.map(section => sectionHtml(section, isRunning)).join('\n      ')}`;
}

function sectionHtml({ title: heading, findings }: Section, isRunning: boolean): string {
  const rows =
    findings === undefined ? [rowHtml(isRunning ? 'running' : 'stopped')] : findings.map(findingHtml);
  return `<section>
        <h2>${escaped(heading)}</h2>
        <table>
          <colgroup><col class="outcome"><col class="check"><col></colgroup>
          <thead class="unseen"><tr><th scope="col">Outcome</th><th scope="col">Check</th><th scope="col">Finding</th></tr></thead>
          <tbody>
            ${rows.join('\n            ')}
          </tbody>
        </table>
      </section>`;
}

type RowState = Finding['state'] | 'running' | 'stopped';

const shown: Readonly<
  Record<RowState, { readonly icon: string; readonly word: string; readonly style: string }>
> = {
  good: { icon: 'pass', word: 'Good', style: 'passed' },
  warning: { icon: 'warning', word: 'Warning', style: 'warning' },
  bad: { icon: 'error', word: 'Problem', style: 'failed' },
  running: { icon: 'loading', word: 'Checking', style: 'running' },
  stopped: { icon: 'circle-slash', word: 'Not checked', style: 'stopped' },
};

function findingHtml({ state, title: about, found, remedy }: Finding): string {
  return rowHtml(
    state,
    `<th scope="row">${escaped(about)}</th>
              <td class="finding">${escaped(found)}${remedy === undefined ? '' : remedyHtml(remedy)}</td>`,
  );
}

function rowHtml(state: RowState, cells = '<td></td><td class="finding"></td>'): string {
  const { icon, word, style } = shown[state];
  const spins = state === 'running' ? ' codicon-modifier-spin' : '';
  return `<tr>
              <td class="state ${style}"><span class="codicon codicon-${icon}${spins}" aria-hidden="true"></span> ${word}</td>
              ${cells}
            </tr>`;
}

function remedyHtml({ text, action }: Remedy): string {
  const follow = action === undefined ? '' : ` ${link(...remedies[action])}`;
  return `<div class="remedy">${escaped(text)}${follow}</div>`;
}

function link(...[command, label, argument]: RemedyLink): string {
  const given = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `<a href="command:${escaped(command + given)}">${escaped(label)}</a>`;
}
