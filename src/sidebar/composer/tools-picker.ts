import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { isChecked } from '../page/is-checked.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import { approveButton, needsApproval } from '../page/needs-approval.ts';
import { Popup } from '../page/popup.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarEnsemble, SidebarInvoker } from '../protocol.ts';

export class ToolsPicker extends LightElement {
  static override properties = reactive('ensembles', 'opened');
  declare ensembles: readonly SidebarEnsemble[];
  declare opened: ReadonlySet<string>;

  #popup = new Popup(this);

  constructor() {
    super();
    this.opened = new Set();
  }

  protected override render(): TemplateResult {
    const { isOpen } = this.#popup;
    const count = offered(this.ensembles);
    const failed = this.ensembles.some(({ enabled, state }) => enabled && state.status === 'failed');
    return html`
      <button
        type="button"
        class="picker-button"
        title="Choose tools. Those that are on are sent as the mode allows and the task needs."
        aria-label="Tools: ${count} on${failed ? ', an ensemble failed' : ''}"
        aria-haspopup="dialog"
        aria-expanded=${isOpen}
        @click=${this.#toggle}
      >
        ${icon(failed ? 'warning' : 'tools')}<span>${count}</span>
      </button>
      ${isOpen ? this.#panel() : nothing}
    `;
  }

  #toggle = (): void => {
    void this.#popup.toggle(
      () => this.querySelector<HTMLElement>('vscode-checkbox') ?? this.querySelector<HTMLElement>('.popup'),
    );
  };

  #panel(): TemplateResult {
    return html`<div class="popup" role="dialog" aria-label="Tools" tabindex="-1">
      ${
        this.ensembles.length === 0
          ? html`<p class="hint">No tools yet.</p>`
          : this.ensembles.map(ensemble => this.#ensemble(ensemble))
      }
    </div>`;
  }

  #ensemble(ensemble: SidebarEnsemble): TemplateResult {
    const { name, title, description, enabled, invokers } = ensemble;
    const isOpened = this.opened.has(name);
    const on = invokers.filter(invoker => invoker.enabled).length;
    return html`<section class="ensemble" aria-label=${title}>
      <div class="ensemble-head">
        <vscode-checkbox
          .checked=${enabled}
          title=${description}
          @change=${(event: Event) => sendToHost(this, { type: 'enable-ensemble', name, enabled: isChecked(event) })}
          >${title}</vscode-checkbox
        >
        <button
          type="button"
          class="ensemble-toggle"
          aria-expanded=${isOpened}
          @click=${() => this.#open(name)}
        >
          <span>${on === invokers.length ? on : `${on}/${invokers.length}`}</span>
          <span class="visually-hidden">tools of ${title} on</span>
          ${icon(isOpened ? 'chevron-down' : 'chevron-right')}
        </button>
      </div>
      ${enabled ? stateOf(ensemble) : nothing}
      ${needsApproval(ensemble) ? approveButton(ensemble) : nothing}
      ${isOpened ? html`<ul class="invokers" aria-label="Tools of ${title}">${invokers.map(invoker => this.#invoker(invoker, enabled))}</ul>` : nothing}
    </section>`;
  }

  #invoker(
    { fullName, name, description, enabled, readOnly }: SidebarInvoker,
    ensembleOn: boolean,
  ): TemplateResult {
    return html`<li>
      <vscode-checkbox
        .checked=${enabled}
        ?disabled=${!ensembleOn}
        @change=${(event: Event) => sendToHost(this, { type: 'enable-invoker', fullName, enabled: isChecked(event) })}
        >${name}</vscode-checkbox
      >
      <p class="hint">${description}${readOnly ? ' (read-only)' : ''}</p>
    </li>`;
  }

  #open(name: string): void {
    const opened = new Set(this.opened);
    if (!opened.delete(name)) opened.add(name);
    this.opened = opened;
  }
}

function offered(ensembles: readonly SidebarEnsemble[]): number {
  return ensembles
    .filter(({ enabled, state }) => enabled && state.status !== 'failed')
    .flatMap(({ invokers }) => invokers)
    .filter(({ enabled }) => enabled).length;
}

function stateOf(ensemble: SidebarEnsemble): TemplateResult | typeof nothing {
  const { state } = ensemble;
  switch (state.status) {
    case 'ready':
    case 'disconnected':
      // It connects on first use, so there is nothing for you to do.
      return nothing;
    case 'connecting':
      return html`<p class="hint ensemble-state">${icon('loading', 'codicon-modifier-spin')}Connecting…</p>`;
    case 'failed':
      return html`<p class="failure ensemble-state">${icon(needsApproval(ensemble) ? 'shield' : 'error')}<span>${state.error.message}</span></p>`;
  }
}
