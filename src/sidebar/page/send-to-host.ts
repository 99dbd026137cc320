import type { FromPage } from '../protocol.ts';

/** What a component has to say to the extension, on its way up to `<converser-sidebar>`, which posts it. */
export class Telling extends Event {
  static readonly type = 'converser-tell';
  readonly message: FromPage;

  constructor(message: FromPage) {
    super(Telling.type, { bubbles: true, composed: true });
    this.message = message;
  }
}

export function tell(from: EventTarget, message: FromPage): void {
  from.dispatchEvent(new Telling(message));
}
