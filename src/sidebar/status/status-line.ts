import { html, nothing, type TemplateResult } from 'lit';
import type { Spending } from '../../converser/words/spending/spending.ts';
import type { Plan } from '../../converser/words/texts/plan-text.ts';
import type { Savings } from '../../converser/words/texts/saving-texts.ts';
import { icon } from '../page/icon.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import type { PageMemory } from '../page/page-memory.ts';
import type { SidebarEnsemble } from '../protocol.ts';
import { approvalPart, exposurePart, planPart, type StatusPart, spendingPart } from './status-parts.ts';

/** What is opened is remembered under this name, next to the rows. */
const memoryKey = 'status';

/** One line above the message field for all that you may want to know of the conversation. It opens. */
export class StatusLine extends LightElement {
  static override properties = reactive(
    'ensembles',
    'exposure',
    'plan',
    'spending',
    'savings',
    'isTold',
    'memory',
  );
  declare ensembles: readonly SidebarEnsemble[];
  declare exposure: string | undefined;
  declare plan: Plan | undefined;
  declare spending: Spending | undefined;
  declare savings: Savings | undefined;
  /** Whether the last turn shows the same total. */
  declare isTold: boolean;
  declare memory: PageMemory;

  protected override render(): TemplateResult | typeof nothing {
    const parts = this.#parts;
    if (parts.length === 0) return nothing;
    const isOpen = this.memory.isExpanded(memoryKey);
    return html`
      <button type="button" class="status-toggle" aria-expanded=${isOpen} @click=${this.#toggle}>
        ${icon(isOpen ? 'chevron-down' : 'chevron-right', 'chevron')}${isOpen ? html`<span>Status</span>` : parts.map(inLine)}
      </button>
      ${isOpen ? html`<div class="status-rows" role="group" aria-label="Status" tabindex="0">${parts.map(({ row }) => row)}</div>` : nothing}
    `;
  }

  get #parts(): readonly StatusPart[] {
    const urgent = [approvalPart(this.ensembles), planPart(this.plan), exposurePart(this.exposure)].flatMap(
      part => part ?? [],
    );
    const total = urgent.length === 0 && this.isTold ? undefined : spendingPart(this.spending, this.savings);
    return total === undefined ? urgent : [...urgent, total];
  }

  #toggle = (): void => {
    this.memory.setExpanded(memoryKey, !this.memory.isExpanded(memoryKey));
    this.requestUpdate();
  };
}

/** There is room for the words of one. */
function inLine({ icon: name, text, short }: StatusPart, at: number): TemplateResult | typeof nothing {
  const sign = name === undefined ? nothing : icon(name, `status-${name}`);
  if (at === 0) return html`${sign}<span class="status-text" title=${text}>${text}</span>`;
  if (name === undefined) return nothing;
  return html`<span class="status-more" title=${text}>${sign}<span aria-hidden="true">${short}</span><span class="visually-hidden">, ${text}</span></span>`;
}
