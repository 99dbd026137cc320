import { announcement, modeAnnouncement, requestAnnouncement, steeringAnnouncement } from './announce.ts';
import { plainText } from './markdown/parse-markdown.ts';
import type { SidebarState, ToPage } from './protocol.ts';
import {
  type ConversationView,
  emptyView,
  viewAfter,
  viewMeasured,
  viewOf,
  viewWith,
} from './turns/conversation-view-model.ts';

export type ShownMessage = ToPage & { readonly type: 'state' | 'event' | 'turns' | 'window' };

export interface ShownPage {
  readonly state: SidebarState | undefined;
  readonly view: ConversationView;
  readonly announced: string;
}

export const emptyPage: ShownPage = { state: undefined, view: emptyView, announced: '' };

/** The page after several messages, as if they had come at once: what is in between is neither shown nor announced. */
export function pageAfter(before: ShownPage, messages: readonly ShownMessage[]): ShownPage {
  let { state, view } = before;
  for (const message of messages) {
    view = viewAfterMessage(view, message);
    if (message.type === 'state') state = message.state;
  }
  // Emptied between turns, so that an identical answer is announced again.
  const silence = view.running && !before.view.running ? '' : before.announced;
  const announced =
    requestAnnouncement(before.state?.requests ?? [], state?.requests ?? []) ??
    announcement(before.view, view, plainText) ??
    steeringAnnouncement(before.state, state) ??
    modeAnnouncement(before.state, state) ??
    silence;
  return { state, view, announced };
}

function viewAfterMessage(view: ConversationView, message: ShownMessage): ConversationView {
  switch (message.type) {
    case 'state':
      return viewOf(message.state, view);
    case 'event':
      return viewAfter(view, message.event);
    case 'turns':
      return viewWith(view, message);
    case 'window':
      return viewMeasured(view, message);
  }
}
