import { VscodeButton } from '@vscode-elements/elements/dist/vscode-button/index.js';
import { isTyping } from './page/is-typing.ts';
import { allows, opensFind, wantsField } from './page/page-keys.ts';
import { allowByKey } from './permission/allow-by-key.ts';
import type { FromPage } from './protocol.ts';
import type { ShownPage } from './shown-page.ts';
import { turnCount } from './turns/conversation-view-model.ts';

export interface KeyActions {
  readonly root: HTMLElement;
  readonly focus: () => void;
  readonly openFind: () => void;
  readonly announce: (text: string) => void;
  readonly post: (message: FromPage) => void;
}

export function actOnKey(event: KeyboardEvent, shown: ShownPage, actions: KeyActions): void {
  if (wantsField(event)) {
    event.preventDefault();
    // VS Code's command takes the focus from the page for a moment, and what you type then would be lost.
    event.stopPropagation();
    actions.focus();
    return;
  }
  if (opensFind(event) && turnCount(shown.view) > 0) {
    event.preventDefault();
    // Otherwise VS Code opens the find of its editor as well, which takes what you type.
    event.stopPropagation();
    actions.openFind();
    return;
  }
  // It is not a native button: the space bar would also scroll, and Enter would begin a line where the focus goes.
  if ([' ', 'Enter'].includes(event.key) && event.target instanceof VscodeButton) event.preventDefault();
  if (allows(event) && allowByKey(actions.root)) {
    event.preventDefault();
    return;
  }
  if (event.key === 'Escape' && !event.isComposing && shown.view.running) actOnEscape(event, shown, actions);
}

function actOnEscape(event: KeyboardEvent, { state }: ShownPage, { announce, post }: KeyActions): void {
  event.preventDefault();
  if (event.shiftKey) post({ type: 'stop-after-round', stops: state?.stopsAfterRound !== true });
  // With this key you may only want to get rid of what you are writing.
  else if (isTyping())
    announce('Not stopped, because you are writing. Press Stop, or empty the field first.');
  else post({ type: 'stop' });
}
