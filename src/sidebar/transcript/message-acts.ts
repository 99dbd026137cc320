import { html, nothing, type TemplateResult } from 'lit';
import { iconButton } from '../page/icon-button.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { FromPage, SidebarVersion } from '../protocol.ts';

export interface ActedMessage {
  /** The id of the turn's first canister. */
  readonly turn: string;
  /** Absent where nothing else was ever sent instead. */
  readonly version: SidebarVersion | undefined;
  /** Not while a turn runs. */
  readonly mayAct: boolean;
}

export function messageActs({ turn, version, mayAct }: ActedMessage): TemplateResult | typeof nothing {
  if (!mayAct && version === undefined) return nothing;
  return html`<div class="message-acts ${version === undefined ? 'on-hover' : ''}" role="group" aria-label="Message actions">
    ${version === undefined ? nothing : versionSwitch(turn, version, mayAct)}
    ${
      mayAct
        ? [
            act('edit', 'Edit message and send it again', { type: 'edit-message', turn }),
            act('refresh', 'Retry with the chosen model', { type: 'retry-turn', turn }),
            act('split-horizontal', 'Retry with another model beside this answer', {
              type: 'retry-beside',
              turn,
            }),
            act('repo-forked', 'Fork conversation after this turn', { type: 'fork', turn }),
          ]
        : nothing
    }
  </div>`;
}

function versionSwitch(turn: string, { at, of }: SidebarVersion, mayAct: boolean): TemplateResult {
  const go = (step: 1 | -1) => ({ type: 'show-version', turn, step }) as const;
  const isEnd = (place: number) => !mayAct || place < 0 || place >= of;
  return html`${act('chevron-left', 'Previous version', go(-1), isEnd(at - 1))}
    <span class="version" aria-label="Version ${at + 1} of ${of}">${at + 1}/${of}</span>
    ${act('chevron-right', 'Next version', go(1), isEnd(at + 1))}`;
}

function act(icon: string, label: string, message: FromPage, disabled = false): TemplateResult {
  return iconButton({
    icon,
    label,
    disabled,
    act({ currentTarget }) {
      if (currentTarget instanceof HTMLElement) sendToHost(currentTarget, message);
    },
  });
}
