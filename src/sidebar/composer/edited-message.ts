import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import type { SidebarState } from '../protocol.ts';

type Editing = SidebarState['editing'];

interface EditingPorts {
  /** Nothing before the field is drawn. */
  readonly written: () => string | undefined;
  readonly compose: (text: string) => void;
  readonly stop: () => void;
}

/** An earlier message that you edit in the field. What you were writing before comes back afterwards. */
export class EditedMessage {
  readonly #ports: EditingPorts;
  #setAside = '';

  constructor(ports: EditingPorts) {
    this.#ports = ports;
  }

  render(editing: Editing): TemplateResult | typeof nothing {
    if (editing === undefined) return nothing;
    const { stop } = this.#ports;
    return html`<p class="editing-message">
      ${icon('edit')}<span>Editing an earlier message. What followed it stays as another version.</span>
      ${iconButton({ icon: 'close', label: 'Stop editing', title: 'Stop editing (Escape)', act: stop })}
    </p>`;
  }

  become(editing: Editing, former: Editing): void {
    if (former?.turn === editing?.turn) return;
    const { written, compose } = this.#ports;
    const text = written();
    if (editing === undefined) {
      compose(this.#setAside);
      this.#setAside = '';
    } else if (text !== undefined && text !== editing.text) {
      if (former === undefined) this.#setAside = text;
      compose(editing.text);
    }
  }
}
