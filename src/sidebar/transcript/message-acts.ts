import { html, nothing, type TemplateResult } from 'lit';
import { iconButton } from '../page/icon-button.ts';
import { sending } from '../page/send-to-host.ts';
import type { FromPage, SidebarVersion } from '../protocol.ts';

export interface ActedMessage {
  /** The id of the turn's first canister. */
  readonly turn: string;
  /** Absent where nothing else was ever sent instead. */
  readonly version: SidebarVersion | undefined;
  /** Not while a turn runs. */
  readonly mayAct: boolean;
  readonly isLast: boolean;
}

export function messageActs({
  turn,
  version,
  mayAct,
  isLast,
}: ActedMessage): TemplateResult | typeof nothing {
  if (!mayAct && version === undefined) return nothing;
  const restore = act('discard', 'Restore to the end of this turn, with its files', {
    type: 'restore-turn',
    turn,
  });
  return html`<div class="message-acts ${version === undefined ? 'on-hover' : ''}" role="group" aria-label="Message actions">
    ${version === undefined ? nothing : versionSwitch(turn, version, mayAct)}
    ${
      mayAct
        ? [
            act('edit', 'Edit message and send it again', { type: 'edit-message', turn }),
            act('refresh', 'Retry with the chosen model', { type: 'retry-turn', turn }),
            isLast ? nothing : restore,
            iconButton({ icon: 'ellipsis', label: 'More actions for this turn', act: openMenu }),
          ]
        : nothing
    }
  </div>`;
}

/** For the menu that VS Code shows: `package.json` says what is in it. */
export function menuContext({ turn, mayAct, isLast }: ActedMessage): string | typeof nothing {
  return mayAct ? JSON.stringify({ converserTurn: turn, converserLastTurn: isLast }) : nothing;
}

function openMenu({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const { left: clientX, bottom: clientY } = currentTarget.getBoundingClientRect();
  currentTarget.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, composed: true, clientX, clientY }),
  );
}

function versionSwitch(turn: string, { at, of }: SidebarVersion, mayAct: boolean): TemplateResult {
  const go = (step: 1 | -1) => ({ type: 'show-version', turn, step }) as const;
  const isEnd = (place: number) => !mayAct || place < 0 || place >= of;
  return html`${act('chevron-left', 'Previous version', go(-1), isEnd(at - 1))}
    <span class="version" aria-label="Version ${at + 1} of ${of}">${at + 1}/${of}</span>
    ${act('chevron-right', 'Next version', go(1), isEnd(at + 1))}`;
}

function act(icon: string, label: string, message: FromPage, disabled = false): TemplateResult {
  return iconButton({ icon, label, disabled, act: sending(message) });
}
