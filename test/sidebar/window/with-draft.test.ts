import assert from 'node:assert/strict';
import { shareUsed } from '../../../src/converser/words/context-window/window-measure.ts';
import { warningsAbout } from '../../../src/sidebar/composer/attachment-warnings.ts';
import { leftFor, noDraft, withDraft } from '../../../src/sidebar/meter/with-draft.ts';
import type { SidebarAttachment, SidebarModel } from '../../../src/sidebar/protocol.ts';
import { sidebarState } from '../sidebar-states.ts';
import { tightMeasure } from './a-measure.ts';

describe('the window with what you are writing', () => {
  it('holds the draft where it will be, so that all parts still make the whole', () => {
    const measure = withDraft(tightMeasure, { text: 1_000, attachments: 7_000 });
    assert.equal(measure.total, 104_000);
    assert.equal(measure.parts.history, tightMeasure.parts.history + 1_000);
    assert.equal(measure.parts.attachments, tightMeasure.parts.attachments + 7_000);
    assert.ok((shareUsed(measure) ?? 0) > (shareUsed(tightMeasure) ?? 1));
    assert.deepEqual(withDraft(tightMeasure, noDraft), tightMeasure);
  });

  it('leaves what neither the conversation nor the reply takes', () => {
    assert.equal(leftFor(tightMeasure), 16_000);
    assert.equal(leftFor({ ...tightMeasure, total: 200_000 }), 0);
    const { window: _window, ...unknown } = tightMeasure;
    assert.equal(leftFor(unknown), undefined);
  });
});

describe('the warnings above the field', () => {
  const [first] = sidebarState().models;
  assert.ok(first);
  const model: SidebarModel = { ...first, label: 'Small', contextTokens: 100_000 };
  const file = (tokens: number): SidebarAttachment => ({ written: '@a', title: 'a', kind: 'file', tokens });

  it('compare the attachments with what is left of the window, beside the text', () => {
    const about = (tokens: number, text: number, left?: number) =>
      warningsAbout([file(tokens)], { model, text, left });
    assert.deepEqual(about(15_000, 1_000, 16_000), []);
    assert.match(about(15_000, 1_001, 16_000).join(), /left of the window of Small: about 16,000 tokens/);
    assert.deepEqual(about(15_000, 1_001), []);
    assert.match(about(100_001, 0).join(), /more than fits into one request of Small: 100,000 tokens/);
    assert.deepEqual(
      warningsAbout([{ written: '@b', title: 'b', problem: 'gone' }], { model, text: 9, left: 0 }),
      [],
    );
  });
});
