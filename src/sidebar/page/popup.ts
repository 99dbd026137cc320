import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement;

export class Popup implements ReactiveController {
  readonly #host: Host;
  #isOpen = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  hostConnected(): void {
    this.#host.addEventListener('keydown', this.#onKeydown);
    this.#host.addEventListener('focusout', this.#onFocusout);
    document.addEventListener('pointerdown', this.#onPointerdown);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('keydown', this.#onKeydown);
    this.#host.removeEventListener('focusout', this.#onFocusout);
    document.removeEventListener('pointerdown', this.#onPointerdown);
  }

  toggle = async (first: () => HTMLElement | null | undefined): Promise<void> => {
    this.#set(!this.#isOpen);
    await this.#host.updateComplete;
    // At once, so that no key that you press next is lost.
    if (this.#isOpen) first()?.focus();
    if (!this.#isOpen || this.#hasFocus) return;
    // What `first` finds may itself need a frame to render.
    await new Promise(requestAnimationFrame);
    if (this.#isOpen && !this.#hasFocus) first()?.focus();
  };

  get #hasFocus(): boolean {
    return document.activeElement?.closest('.popup') != null;
  }

  close(): void {
    this.#set(false);
    const own = this.#host.querySelector<HTMLElement>('[aria-haspopup]');
    // In a narrow view the button is hidden, and a menu has led here.
    const isHidden = own?.checkVisibility() === false;
    (isHidden ? document.querySelector<HTMLElement>('converser-fold-menu button') : own)?.focus();
  }

  #set(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    this.#host.requestUpdate();
  }

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#isOpen) return;
    // Otherwise the same key would stop the answer.
    event.stopPropagation();
    this.close();
  };

  #onFocusout = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !this.#host.contains(relatedTarget)) this.#set(false);
  };

  #onPointerdown = (event: PointerEvent): void => {
    if (!event.composedPath().includes(this.#host)) this.#set(false);
  };
}
