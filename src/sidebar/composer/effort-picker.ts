import { html, nothing, type TemplateResult } from 'lit';
import { type Effort, effortNames } from '../../converser/ground/wording/effort-names.ts';
import type { HeldOption } from '../../converser/words/models/held-options.ts';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarModel } from '../protocol.ts';
import { ListPicker } from './list-picker.ts';

/** A model with neither efforts nor options gets no picker. */
export function effortPicker(
  model: SidebarModel | undefined,
  effort: Effort | undefined,
): TemplateResult | typeof nothing {
  const { efforts = [], options = [], effort: usual } = model ?? {};
  if (efforts.length === 0 && options.length === 0) return nothing;
  return html`<converser-effort-picker class="foldable" .efforts=${efforts} .options=${options} .usual=${usual} .effort=${effort}></converser-effort-picker>`;
}

export class EffortPicker extends ListPicker {
  static override properties = reactive('efforts', 'effort', 'usual', 'options');
  declare efforts: readonly Effort[];
  declare effort: Effort | undefined;
  /** What your settings say. Absent: as the model does by itself. */
  declare usual: Effort | undefined;
  declare options: readonly HeldOption[];

  protected override render(): TemplateResult {
    const { efforts, options } = this;
    const shown = this.effort === undefined ? this.#usualText : effortNames[this.effort];
    const texts =
      efforts.length > 0
        ? { title: 'Choose how hard the model thinks', label: `Thinking: ${shown}` }
        : {
            title: 'What your settings want of the model',
            label: 'Options of the model',
            popup: 'dialog' as const,
          };
    return this.button(
      texts,
      html`${icon(this.#icon)}${this.effort === undefined ? nothing : html`<span>${shown}</span>`}`,
      () =>
        html`${efforts.length === 0 ? nothing : this.#levels()}${options.length === 0 ? nothing : this.#held()}`,
    );
  }

  /** A narrow view has no room for the word. */
  get #icon(): string {
    if (this.efforts.length === 0) return 'settings';
    return this.effort === undefined ? 'lightbulb' : 'lightbulb-sparkle';
  }

  get #usualText(): string {
    return this.usual === undefined ? 'As usual' : `As usual (${effortNames[this.usual]})`;
  }

  #levels(): TemplateResult {
    return html`<div role="listbox" aria-label="Thinking">
      ${this.#option(undefined, this.#usualText)}
      ${this.efforts.map(effort => this.#option(effort, effortNames[effort]))}
    </div>`;
  }

  #held(): TemplateResult {
    return html`<dl class="held-options" tabindex="-1" aria-label="What your settings want of the model">
      ${this.options.map(
        ({ name, value, pattern }) => html`<div>
          <dt>${name} ${value}</dt>
          <dd>${pattern === undefined ? 'its provider’s settings' : `model options of ${pattern}`}</dd>
        </div>`,
      )}
    </dl>`;
  }

  #option(effort: Effort | undefined, label: string): TemplateResult {
    const isChosen = effort === this.effort;
    return this.option(effort ?? 'usual', { isChosen }, html`<span class="option-label">${label}</span>`);
  }

  protected override choose(name: string): void {
    const effort = [...this.efforts, 'usual' as const].find(each => each === name) ?? 'usual';
    if (effort !== (this.effort ?? 'usual')) sendToHost(this, { type: 'choose-effort', effort });
    this.popup.close();
  }
}
