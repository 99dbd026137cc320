/**
 * vscode-elements finds the icon font by the id of the page's first style sheet. Nothing but mermaid needs
 * 'unsafe-inline': Lit adopts constructed style sheets, and no component writes a style attribute.
 */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import { ChangesElement } from './changes-element.ts';
import { CompactionRow } from './compaction-row.ts';
import { EffortPicker } from './composer/effort-picker.ts';
import { FoldMenu } from './composer/fold-menu.ts';
import { MessageField } from './composer/message-field.ts';
import { ModePicker } from './composer/mode-picker.ts';
import { ModelPicker } from './composer/model-picker.ts';
import { ToolsPicker } from './composer/tools-picker.ts';
import { ConverserSidebar } from './converser-sidebar.ts';
import { FindBar } from './find/find-bar.ts';
import { MarkdownView } from './markdown/markdown-view.ts';
import { WindowMeter } from './meter/window-meter.ts';
import type { VsCodeApi } from './page/page-memory.ts';
import { AnswerTime } from './permission/answer-time.ts';
import { EditArguments } from './permission/edit-arguments.ts';
import { PermissionCard } from './permission/permission-card.ts';
import { PermissionReview } from './permission/permission-review.ts';
import { WiderYes } from './permission/wider-yes.ts';
import { ReceiptsElement } from './receipts-element.ts';
import { RequestCard } from './requests/request-card.ts';
import { StatusLine } from './status/status-line.ts';
import { ConversationLog } from './transcript/conversation-log.ts';
import { Countdown } from './transcript/countdown.ts';
import { InvocationRow } from './transcript/invocation-row.ts';
import { ThoughtRow } from './transcript/thought-row.ts';
import { TimelineElement } from './transcript/timeline-element.ts';
import { TurnElement } from './transcript/turn-element.ts';

declare function acquireVsCodeApi(): VsCodeApi;

customElements.define('converser-markdown', MarkdownView);
customElements.define('converser-permission-card', PermissionCard);
customElements.define('converser-permission-review', PermissionReview);
customElements.define('converser-wider-yes', WiderYes);
customElements.define('converser-edit-arguments', EditArguments);
customElements.define('converser-answer-time', AnswerTime);
customElements.define('converser-request', RequestCard);
customElements.define('converser-countdown', Countdown);
customElements.define('converser-invocation', InvocationRow);
customElements.define('converser-thought', ThoughtRow);
customElements.define('converser-compaction', CompactionRow);
customElements.define('converser-changes', ChangesElement);
customElements.define('converser-receipts', ReceiptsElement);
customElements.define('converser-timeline', TimelineElement);
customElements.define('converser-turn', TurnElement);
customElements.define('converser-log', ConversationLog);
customElements.define('converser-status', StatusLine);
customElements.define('converser-fold-menu', FoldMenu);
customElements.define('converser-model-picker', ModelPicker);
customElements.define('converser-effort-picker', EffortPicker);
customElements.define('converser-mode-picker', ModePicker);
customElements.define('converser-tools-picker', ToolsPicker);
customElements.define('converser-window-meter', WindowMeter);
customElements.define('converser-message-field', MessageField);
customElements.define('converser-find', FindBar);
customElements.define('converser-sidebar', ConverserSidebar);

document.querySelector<ConverserSidebar>('converser-sidebar')?.connect(acquireVsCodeApi());
