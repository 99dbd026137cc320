import type { TemplateResult } from 'lit';
import { iconButton } from './page/icon-button.ts';
import { sending } from './page/send-to-host.ts';

export interface Pinnable {
  readonly id: string;
  readonly what: string;
  readonly isPinned: boolean;
}

export function pinButton({ id, what, isPinned }: Pinnable): TemplateResult {
  return iconButton({
    icon: isPinned ? 'pinned' : 'pin',
    label: `Pin ${what}`,
    title: isPinned
      ? `Unpin ${what}: requests may leave it out`
      : `Pin ${what}: compacting the conversation never leaves it out`,
    pressed: isPinned,
    act: sending({ type: 'pin', id, pinned: !isPinned }),
  });
}
