import type { WindowMeasure } from '../../converser/words/context-window/window-measure.ts';

export interface Draft {
  readonly text: number;
  readonly attachments: number;
}

export const noDraft: Draft = { text: 0, attachments: 0 };

export function draftTokens({ text, attachments }: Draft): number {
  return text + attachments;
}

export function withDraft(measure: WindowMeasure, draft: Draft): WindowMeasure {
  const { parts, total } = measure;
  const history = parts.history + draft.text;
  const attachments = parts.attachments + draft.attachments;
  return { ...measure, total: total + draftTokens(draft), parts: { ...parts, history, attachments } };
}

export function leftFor({ window, reserved, total }: WindowMeasure): number | undefined {
  return window === undefined ? undefined : Math.max(0, window - reserved - total);
}
