import type { TemplateResult } from 'lit';
import { iconButton } from './page/icon-button.ts';
import { sendToHost } from './page/send-to-host.ts';

export interface Pinnable {
  /** Of the canister. */
  readonly id: string;
  /** Completes the label, as in "Pin message". */
  readonly what: string;
  readonly isPinned: boolean;
}

/** Keeps something in the requests of the conversation, whatever is left out of them. */
export function pinButton({ id, what, isPinned }: Pinnable): TemplateResult {
  return iconButton({
    icon: isPinned ? 'pinned' : 'pin',
    label: `Pin ${what}`,
    title: isPinned
      ? `Unpin ${what}: requests may leave it out`
      : `Pin ${what}: compacting the conversation never leaves it out`,
    pressed: isPinned,
    act({ currentTarget }) {
      if (currentTarget instanceof HTMLElement)
        sendToHost(currentTarget, { type: 'pin', id, pinned: !isPinned });
    },
  });
}
