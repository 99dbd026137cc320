import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { countText } from '../converser/ground/wording/numbers.ts';
import { changedFileRow } from './changed-file-row.ts';
import { ExpandableElement } from './page/expandable-element.ts';
import { icon } from './page/icon.ts';
import { reactive } from './page/light-element.ts';
import { sendToHost } from './page/send-to-host.ts';
import type { SidebarChanges, ToPage } from './protocol.ts';

type Listed = Extract<ToPage, { readonly type: 'changes' }>;

export class ChangesElement extends ExpandableElement {
  static override properties = reactive('changes', 'turn', 'listed');
  declare changes: SidebarChanges;
  declare turn: string;
  declare listed: Listed | undefined;
  #isOpening = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('turn')) this.listed = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const isAsked = changed.has('expanded') || changed.has('changes') || changed.has('turn');
    if (this.expanded && isAsked) sendToHost(this, { type: 'list-changes', turn: this.turn });
    if (this.#isOpening && changed.has('listed')) this.#showList();
  }

  protected override expand(expanded: boolean): void {
    super.expand(expanded);
    this.#isOpening = expanded;
  }

  take(listed: Listed): void {
    this.listed = listed;
  }

  protected override render(): TemplateResult {
    const { changes, expanded, turn } = this;
    const { isUndone, others, waiting = 0 } = changes;
    const hint = waiting > 0 ? waits : hintOf(isUndone, others.join(', '));
    const send = (type: 'undo-turn' | 'show-changes' | 'keep-turn') => () => sendToHost(this, { type, turn });
    return html`<div class="turn-changes" role="group" aria-label="Changed by this turn">
      <button type="button" class="changes-toggle" aria-expanded=${expanded} @click=${this.toggle}>
        ${icon(expanded ? 'chevron-down' : 'chevron-right', 'chevron')} ${icon(waiting > 0 ? 'git-pull-request' : isUndone ? 'discard' : 'diff-multiple')}
        <span>${countsText(changes)}</span>
      </button>
      <div class="outcome-choices">
        ${waiting > 0 ? html`<vscode-button @click=${send('keep-turn')}>Keep All</vscode-button>` : nothing}
        ${waiting > 0 ? html`<vscode-button secondary @click=${send('undo-turn')}>Discard All</vscode-button>` : nothing}
        <vscode-button secondary @click=${send('show-changes')}>Show Changes</vscode-button>
        ${waiting > 0 ? nothing : html`<vscode-button secondary @click=${send('undo-turn')}>${undoTitle(changes)}</vscode-button>`}
      </div>
      ${expanded ? this.#files() : nothing}
      ${hint === '' ? nothing : html`<p class="hint">${hint}</p>`}
    </div>`;
  }

  #files(): TemplateResult | typeof nothing {
    const { listed, turn } = this;
    if (listed === undefined) return nothing;
    const { isUndone } = this.changes;
    return html`<ul class="changed-files" aria-label="Changed files">
      ${repeat(
        listed.files,
        ({ place }) => place,
        file => changedFileRow(file, { turn, isFinal: isUndone }),
      )}
      ${listed.more === 0 ? nothing : html`<li class="hint">${countText(listed.more, 'more file')} in Show Changes</li>`}
    </ul>`;
  }

  /** With the end of its turn, so that nothing lies on it. */
  #showList(): void {
    this.#isOpening = false;
    const bottom = this.closest('.log')?.getBoundingClientRect().bottom ?? 0;
    if (this.getBoundingClientRect().bottom > bottom)
      (this.closest('.turn') ?? this).scrollIntoView({ block: 'end' });
  }
}

const waits = 'Your files are as before until you keep this.';

function countsText({ files, undone, kept, waiting = 0, isUndone }: SidebarChanges): string {
  const others = files > 0 ? `, ${countText(files, 'file')} changed` : '';
  if (waiting > 0) return `To be reviewed: ${countText(waiting, 'file')}${others}`;
  if (isUndone) return `Undone: ${countText(files, 'file')}`;
  const parts = [undone > 0 ? `${undone} undone` : '', kept > 0 ? `${kept} kept` : ''].filter(Boolean);
  return `Changed: ${countText(files, 'file')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

function undoTitle({ files, undone, kept, isUndone }: SidebarChanges): string {
  if (isUndone) return 'Redo Turn';
  return kept > 0 && kept < files - undone ? 'Undo the Rest' : 'Undo Turn';
}

function hintOf(isUndone: boolean, others: string): string {
  if (!isUndone) return others === '' ? '' : `Undo can’t take back: ${others}`;
  return others === '' ? 'The model no longer remembers this turn.' : `Not undone: ${others}`;
}
