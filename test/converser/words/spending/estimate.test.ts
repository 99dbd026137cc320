import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../../../src/converser/words/canister/content.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { estimateText } from '../../../../src/converser/words/spending/estimate-tokens.ts';
import { countTokens } from '../../../../src/providers/openai/count-tokens.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
const fileText = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const samples: Readonly<Record<string, string>> = {
  English: fileText('README.md').slice(0, 5000),
  TypeScript: fileText('src/converser/words/conversation/conversation.ts'),
  CSS: fileText('media/sidebar.css').slice(0, 5000),
  JSON: JSON.stringify(JSON.parse(fileText('package.json'))),
  Chinese: '语言模型可以与工具进行对话，每次调用都会被记录。你可以查看它的参数和结果。',
  Japanese: '言語モデルはツールを呼び出して会話を続けることができます。引数は検査されます。',
  Korean: '언어 모델은 도구를 호출하는 대화를 할 수 있습니다. 인수를 확인하고 실행합니다.',
  Russian: 'Языковая модель может вести разговор, вызывая инструменты. Аргументы проверяются.',
  German: 'Ein Sprachmodell führt ein Gespräch und ruft Werkzeuge auf, wo etwas zu ändern wäre.',
  digits: '3.14159265358979 2026-11-21T12:40:05Z 1234567890 '.repeat(5),
};

describe('the estimate of tokens', () => {
  for (const [what, sample] of Object.entries(samples)) {
    it(`comes near what a tokenizer counts: ${what}`, async () => {
      const counted = await countTokens({ canisters: [make.user('u', sample)], tools: [] });
      const ratio = estimateText(sample) / counted;
      assert.ok(ratio > 0.7 && ratio < 1.35, `${ratio.toFixed(2)} of ${counted}`);
    });
  }

  it('is about the same for a text that comes in pieces', () => {
    const pieces = samples.English?.match(/\s*\S+/g) ?? [];
    const sum = pieces.reduce((total, piece) => total + estimateText(piece), 0);
    assert.ok(Math.abs(sum / estimateText(samples.English ?? '') - 1) < 0.1);
  });

  it('looks at each canister once, however often it is sent', () => {
    let looks = 0;
    const canisters = Array.from({ length: 50 }, (_, at): Canister => {
      const plain = make.user(`user-${at}`, 'Some words.');
      return Object.defineProperty({ ...plain }, 'content', {
        get: () => {
          looks++;
          return plain.content;
        },
      });
    });
    const rounds = canisters.map((_, at) =>
      estimateRequest({ canisters: canisters.slice(0, at + 1), tools: [] }, 'p'),
    );
    assert.ok(rounds.every((tokens, at) => tokens > (rounds[at - 1] ?? 0)));
    assert.ok(looks <= 2 * canisters.length, `${looks} looks`);
  });

  it('counts residue for its own provider only, and pictures and calls for all', () => {
    const plain = make.user('u', 'Look.');
    const withPart = (part: Content): Canister => ({ ...plain, content: [text('Look.'), part] });
    const of = (canister: Canister, provider = 'p') =>
      estimateRequest({ canisters: [canister], tools: [] }, provider);
    const residue = withPart({ type: 'opaque', provider: 'p', data: 'signed '.repeat(100) });
    assert.equal(of(residue, 'other'), of(plain));
    assert.ok(of(residue) > of(plain) + 90);
    const picture = withPart({ type: 'image', mimeType: 'image/png', bytes: new Uint8Array(9) });
    assert.ok(of(picture) > of(plain) + 1000);
    const call = make.invocation('c', 'files:write', { text: 'word '.repeat(100) });
    assert.ok(of(call) > 90);
  });
});
