import { html, nothing, type TemplateResult } from 'lit';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import { icon } from './page/icon.ts';
import { iconButton } from './page/icon-button.ts';
import { sending } from './page/send-to-host.ts';
import type { SidebarChangedFile } from './protocol.ts';

interface RowOptions {
  readonly turn: string;
  /** The whole turn is undone: single files can't be done again. */
  readonly isFinal: boolean;
}

export function changedFileRow(file: SidebarChangedFile, { turn, isFinal }: RowOptions): TemplateResult {
  const { path, from, kind, counts, state, place } = file;
  const name = visibleLine(path);
  const was =
    from === undefined ? nothing : html`<span class="changed-from"> from ${visibleLine(from)}</span>`;
  return html`<li class="changed-file" data-state=${state} data-kind=${kind}>
    <span class="changed-kind" title=${titles[kind]}>${icon(icons[kind])}</span>
    <button type="button" class="changed-name" title=${from === undefined ? `Show what has changed in ${name}` : `Show what has changed in ${name}, formerly ${visibleLine(from)}`} @click=${sending({ type: 'show-file', turn, place })}
      ><span class="visually-hidden">${titles[kind]}: </span><span>${name}</span>${was}</button>
    ${counts === undefined ? nothing : html`<span class="changed-counts">${counts}</span>`}
    ${state === 'undone' ? html`<span class="changed-state">undone</span>` : nothing}
    ${state === 'waiting' ? html`<span class="visually-hidden">to be reviewed</span>` : nothing}
    ${isFinal || state === 'undone' ? nothing : keepButton(name, state === 'kept', sending({ type: 'keep-file', turn, place, kept: state !== 'kept' }))}
    ${isFinal || state === 'kept' ? nothing : undoButton(name, state, sending({ type: 'undo-file', turn, place }))}
  </li>`;
}

function keepButton(name: string, isKept: boolean, act: (event: Event) => void): TemplateResult {
  return iconButton({
    icon: isKept ? 'pass-filled' : 'pass',
    label: `Keep ${name}`,
    title: isKept ? 'Kept: undoing the turn leaves it' : 'Keep',
    pressed: isKept,
    act,
  });
}

function undoButton(
  name: string,
  state: SidebarChangedFile['state'],
  act: (event: Event) => void,
): TemplateResult {
  const verb = state === 'undone' ? 'Redo' : state === 'waiting' ? 'Discard' : 'Undo';
  const icon = { Redo: 'redo', Discard: 'close', Undo: 'discard' }[verb];
  return iconButton({ icon, label: `${verb} ${name}`, title: verb, act });
}

const icons: Readonly<Record<SidebarChangedFile['kind'], string>> = {
  created: 'diff-added',
  changed: 'diff-modified',
  deleted: 'diff-removed',
  moved: 'diff-renamed',
};

const titles: Readonly<Record<SidebarChangedFile['kind'], string>> = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  moved: 'Moved',
};
