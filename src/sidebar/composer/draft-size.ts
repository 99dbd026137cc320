import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { estimateText } from '../../converser/words/spending/estimate-tokens.ts';

/** Milliseconds after the last key before a draft is measured. */
const pause = 200;

export class DraftSize implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #tokens = 0;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#due);
  }

  get tokens(): number {
    return this.#tokens;
  }

  note(text: string): void {
    clearTimeout(this.#due);
    if (text.trim() === '') this.#set(0);
    else this.#due = setTimeout(() => this.#set(Math.ceil(estimateText(text))), pause);
  }

  #set(tokens: number): void {
    if (tokens === this.#tokens) return;
    this.#tokens = tokens;
    this.#host.requestUpdate();
  }
}
