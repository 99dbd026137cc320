import type { FromPage } from '../protocol.ts';

export class HostMessage extends Event {
  static readonly type = 'converser-message';
  readonly message: FromPage;

  constructor(message: FromPage) {
    super(HostMessage.type, { bubbles: true, composed: true });
    this.message = message;
  }
}

export function sendToHost(from: EventTarget, message: FromPage): void {
  from.dispatchEvent(new HostMessage(message));
}

/** For an event of the element that sends it. */
export function sending(message: FromPage): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget !== null) sendToHost(currentTarget, message);
  };
}
