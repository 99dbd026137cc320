import { html, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarMode } from '../protocol.ts';
import { ListPicker } from './list-picker.ts';

export class ModePicker extends ListPicker {
  static override properties = reactive('modes', 'mode');
  declare modes: readonly SidebarMode[];
  declare mode: string;

  protected override render(): TemplateResult {
    const chosen = this.modes.find(({ name }) => name === this.mode);
    const label = chosen?.title ?? `${this.mode} (missing)`;
    return this.button(
      { title: 'Choose mode (Shift+Tab in the message field)', label: `Mode: ${label}` },
      html`<span class="picker-label">${label}</span>${icon('chevron-down')}`,
      () => html`<div role="listbox" aria-label="Modes">${this.modes.map(mode => this.#option(mode))}</div>`,
    );
  }

  /** Shown at once, so that pressing the key again goes on from there. */
  chooseNext(): void {
    const at = this.modes.findIndex(({ name }) => name === this.mode);
    const next = this.modes[(at + 1) % this.modes.length];
    if (next === undefined || next.name === this.mode) return;
    sendToHost(this, { type: 'choose-mode', name: next.name });
    this.mode = next.name;
  }

  #option({ name, title, description }: SidebarMode): TemplateResult {
    return this.option(
      name,
      { isChosen: name === this.mode, isExplained: true },
      html`<span class="option-label">${title}<span class="option-explanation">${description}</span></span>`,
    );
  }

  protected override choose(name: string): void {
    if (name !== this.mode) sendToHost(this, { type: 'choose-mode', name });
    this.popup.close();
  }
}
