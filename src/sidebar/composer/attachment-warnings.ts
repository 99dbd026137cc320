import { countText } from '../../converser/ground/wording/numbers.ts';
import type { SidebarAttachment, SidebarModel } from '../protocol.ts';

export interface Room {
  readonly model: SidebarModel;
  readonly text: number;
  readonly left?: number | undefined;
}

export function warningsAbout(items: readonly SidebarAttachment[], room: Room): readonly string[] {
  const { label, images, pdfs } = room.model;
  const has = (wanted: SidebarAttachment['kind']) => items.some(({ kind }) => kind === wanted);
  return [
    ...(!images && has('image')
      ? [`${label} doesn’t read images: it gets only the name. Choose another model.`]
      : []),
    ...(!pdfs && has('pdf') ? [`${label} doesn’t read PDFs: it gets their text, without pictures.`] : []),
    ...tooMuch(tokensOf(items), room),
  ];
}

export function tokensOf(items: readonly SidebarAttachment[]): number {
  return items.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

function tooMuch(attached: number, { model, text, left }: Room): readonly string[] {
  const { label, contextTokens } = model;
  if (contextTokens !== undefined && attached > contextTokens)
    return [
      `This is more than fits into one request of ${label}: ${countText(contextTokens, 'token')}. Remove some.`,
    ];
  if (left === undefined || attached === 0 || attached + text <= left) return [];
  const remedy = 'Remove some, or compact the conversation.';
  return [
    `This is more than is left of the window of ${label}: about ${countText(left, 'token')}. ${remedy}`,
  ];
}
